/** POST /admin/users and PUT /admin/users/{id}: creates and changes users, for operators. */
import * as v from 'valibot';
import { addEmailIdentity } from '#server/auth/accounts/identities.ts';
import { checkNewPassword } from '#server/auth/accounts/password-policy.ts';
import {
  emailSecurityEvent,
  OPERATOR,
  recordSecurityEvent,
  type SecurityEvent,
} from '#server/auth/accounts/security-events.ts';
import { userToJson } from '#server/auth/accounts/user-json.ts';
import {
  createUser,
  deleteUser,
  findUserByEmail,
  findUserById,
  lockUser,
  mergeMetadata,
  parseEmailAddress,
  updateUser,
  type User,
  type UserChanges,
} from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { claimAccount, revokePendingFlows } from '#server/auth/links/claim-account.ts';
import { optionalRecord, optionalText } from '#server/auth/requests/read-body.ts';
import { defineRoute, jsonBody } from '#server/auth/requests/route.ts';
import { fail, refuse, runSteps, inTransaction, type Steps, type Checks } from '#server/auth/requests/steps.ts';
import { operator, operatorOfUser } from '#server/auth/sessions/authenticate.ts';
import { endOwnSessions, endSessionsQuietly } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { readErrorCode } from '#server/result.ts';

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  id: optionalText,
  password_hash: optionalText,
  role: v.optional(v.picklist(['anon', 'authenticated', 'service_role'])),
  email_confirm: v.optional(v.boolean(), false),
  user_metadata: optionalRecord,
  app_metadata: optionalRecord,
  ban_duration: optionalText,
});

type Body = v.InferOutput<typeof bodySchema>;
type PreparedChanges = UserChanges & Required<Pick<UserChanges, 'appMetadata' | 'userMetadata'>>;

export const adminCreateUser = defineRoute({
  method: 'POST',
  path: '/admin/users',
  limit: 'otherByAddress',
  caller: operator,
  body: jsonBody(bodySchema),
  async *work(auth, { c, body }) {
    if (body.email === '') yield* fail('validation-failed', { message: 'Cannot create a user without an email' });
    if (body.id !== '') yield* fail('validation-failed', { message: 'The id of a new user cannot be chosen' });
    const changes = yield* prepareChanges(auth, body);
    const now = auth.now();
    const user = yield* write(auth, async function* (tx): Steps<string> {
      const { email = '' } = changes;
      const id = await createUser(tx, { email, passwordHash: null, userMetadata: {}, isConfirmed: false, now });
      if (id === undefined) return yield* fail('email-exists');
      const applied = await runSteps(applyChanges(tx, id, { ...changes, now }));
      if (!applied.ok) {
        await deleteUser(tx, id);
        return yield* refuse(applied.failure);
      }
      await recordSecurityEvent(tx, { userId: id, client: OPERATOR, now }, { kind: 'operator-created' });
      return id;
    });
    return c.json(userToJson(auth, user));
  },
});

export const adminUpdateUser = defineRoute({
  method: 'PUT',
  path: '/admin/users/:id',
  limit: 'otherByAddress',
  caller: operatorOfUser,
  body: jsonBody(bodySchema),
  async *work(auth, { c, caller: user, body }) {
    const changes = yield* prepareChanges(auth, body);
    const events = listEvents(user, changes);
    const changed = yield* write(auth, async function* (tx): Steps<string> {
      const now = auth.now();
      yield* applyChanges(tx, user.id, { ...changes, now });
      for (const event of events) await recordSecurityEvent(tx, { userId: user.id, client: OPERATOR, now }, event);
      return user.id;
    });
    // The email goes to the address before the change, because its owner must learn of it.
    for (const event of events) emailSecurityEvent(auth, user, event);
    return c.json(userToJson(auth, changed));
  },
});

/** The events of an operator's changes. A password or a ban also ends all sessions. */
function listEvents(
  user: User,
  { passwordHash, email, provedAt, bannedUntil }: PreparedChanges,
): readonly SecurityEvent[] {
  const isFirstProof = provedAt !== undefined && user.emailProvedAt === null;
  const kinds: readonly (SecurityEvent['kind'] | false)[] = [
    passwordHash !== undefined && 'operator-password-changed',
    email !== undefined && email !== user.email && 'operator-email-changed',
    isFirstProof && 'operator-email-confirmed',
    toBanEvent(user, bannedUntil),
  ];
  return kinds.filter((kind) => kind !== false).map((kind) => ({ kind }));
}

function toBanEvent(user: User, bannedUntil: Date | null | undefined): SecurityEvent['kind'] | false {
  if (bannedUntil instanceof Date) return 'operator-banned';
  return bannedUntil === null && user.bannedUntil !== null && 'operator-unbanned';
}

async function* prepareChanges(auth: AuthContext, body: Body): Steps<PreparedChanges> {
  const email = yield* parseContact(body);
  if (body.password_hash !== '') return yield* fail('validation-failed', { message: NO_HASHES });
  if (body.password !== '' && !auth.settings.passwords) return yield* fail('password-logins-disabled');
  const bannedUntil = parseBanDuration(body.ban_duration, auth.now());
  if (bannedUntil === 'invalid')
    return yield* fail('validation-failed', { message: 'invalid format for ban duration' });
  const passwordHash = yield* hashGivenPassword(auth, body.password);
  return {
    email,
    bannedUntil,
    passwordHash,
    role: body.role,
    confirmedAt: body.email_confirm ? auth.now() : undefined,
    provedAt: body.email_confirm ? auth.now() : undefined,
    appMetadata: body.app_metadata,
    userMetadata: body.user_metadata,
  };
}

const NO_HASHES = 'A password hash cannot be set. Set the password, or send the user a recovery link';

function* parseContact({ email, phone }: Body): Checks<string | undefined> {
  if (phone !== '') return yield* fail('validation-failed', { message: 'A phone number cannot be added' });
  const address = parseEmailAddress(email);
  return email !== '' && address === undefined ? yield* fail('invalid-email') : address;
}

/** Checks and hashes a password; undefined for an empty one. */
export async function* hashGivenPassword(auth: AuthContext, password: string): Steps<string | undefined> {
  if (password === '') return undefined;
  yield* checkNewPassword(auth, password);
  return await auth.passwords.hash(password);
}

type DatedChanges = PreparedChanges & { readonly now: Date };

/**
 * Merges the changes into the user, or fails before writing anything. A new password or a ban ends all sessions of the
 * user, and a new address revokes pending links as well. If the address is proven for the first time, the account may have been
 * created by a stranger, so its password, sessions, passkeys and unverified providers end, as when the owner claims it.
 */
async function* applyChanges(tx: TransactionSql, id: string, changes: DatedChanges): Steps<void> {
  const { isFirstProof, merged } = yield* mergeChanges(tx, id, changes);
  await updateUser(tx, id, merged);
  if (isFirstProof) await claim(tx, id, changes);
  if (changes.passwordHash !== undefined) await addEmailIdentity(tx, id, changes.now);
  if (changes.passwordHash !== undefined || changes.bannedUntil instanceof Date) {
    // A banned user's devices keep their lists, because the ban can be lifted.
    if (changes.passwordHash === undefined) await endSessionsQuietly(tx, id, null);
    else await endOwnSessions(tx, { userId: id, exceptId: null, reason: 'password-changed' });
    await revokePendingFlows(tx, id);
  } else if (changes.email !== undefined) {
    await revokePendingFlows(tx, id);
  }
}

async function claim(tx: TransactionSql, id: string, changes: DatedChanges): Promise<void> {
  const { now, passwordHash = null } = changes;
  const emailConfirmedAt = changes.confirmedAt ?? now;
  await claimAccount(tx, { id, emailConfirmedAt }, { session: null, passwordHash, now });
}

type Merged = { readonly merged: DatedChanges; readonly isFirstProof: boolean };

async function* mergeChanges(tx: TransactionSql, id: string, changes: DatedChanges): Steps<Merged> {
  const locked = await lockUser(tx, id);
  if (locked === undefined) return yield* fail('user-not-found');
  const holder = await findUserByEmail(tx, changes.email ?? '');
  if (holder !== undefined && holder.id !== id) return yield* fail('email-exists');
  const userMetadata = yield* mergeMetadata(locked.userMetadata, changes.userMetadata);
  const appMetadata = yield* mergeMetadata(locked.appMetadata, changes.appMetadata);
  const merged = { ...changes, userMetadata, appMetadata, provedAt: chooseProof(locked, changes) };
  return { merged, isFirstProof: merged.provedAt instanceof Date && locked.emailProvedAt === null };
}

/** A proof of the previous address does not apply to a new one. */
function chooseProof({ email: before }: User, { email, provedAt }: DatedChanges): DatedChanges['provedAt'] {
  const isOther = email !== undefined && email !== before;
  return provedAt === undefined && isOther ? null : provedAt;
}

/** Postgres, appendix A: unique_violation. Two requests can set the same address at once. */
const UNIQUE_VIOLATION = '23505';

/** Runs the work in a transaction and returns the user. */
async function* write(auth: AuthContext, work: (tx: TransactionSql) => Steps<string>): Steps<User> {
  try {
    const user = await findUserById(auth.sql, yield* inTransaction(auth.sql, work));
    return user === undefined ? yield* fail('user-not-found') : user;
  } catch (error) {
    if (readErrorCode(error) === UNIQUE_VIOLATION) return yield* fail('email-exists');
    throw error;
  }
}

const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** About 1,000 years, which Postgres and JavaScript can still represent. */
const MAX_BAN = 9_000_000 * 3_600_000;

/**
 * Parses a duration.
 * @returns the end of the ban, null to lift the ban, or undefined if the text is empty
 */
export function parseBanDuration(text: string, now: Date): Date | null | undefined | 'invalid' {
  if (text === '') return undefined;
  if (text === 'none') return null;
  if (text.length > 40 || !/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text)) return 'invalid';
  const parts = text.matchAll(/(\d+(?:\.\d+)?)([a-zµ]+)/g);
  const duration = Array.from(parts, ([, count, unit = '']) => Number(count) * (UNITS[unit] ?? 0)).reduce(
    (a, b) => a + b,
  );
  return duration > MAX_BAN ? 'invalid' : new Date(now.getTime() + duration);
}
