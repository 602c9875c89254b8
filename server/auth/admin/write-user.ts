/** POST /admin/users and PUT /admin/users/{id}: creates and changes users, for operators. */
import type { Context } from 'hono';
import * as v from 'valibot';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import { addEmailIdentity } from '#server/auth/accounts/identities.ts';
import { mergeMetadata } from '#server/auth/accounts/metadata.ts';
import { checkNewPassword } from '#server/auth/accounts/password-policy.ts';
import { emailSecurityEvent, OPERATOR, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import type { SecurityEvent } from '#server/auth/accounts/security-events.ts';
import { lockUser, updateUser } from '#server/auth/accounts/update-user.ts';
import type { LockedUser, UserChanges } from '#server/auth/accounts/update-user.ts';
import { userToJson } from '#server/auth/accounts/user-json.ts';
import { createUser, deleteUser, findUserByEmail, findUserById } from '#server/auth/accounts/users.ts';
import type { User } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { revokePendingFlows } from '#server/auth/links/revoke-pending-flows.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { optionalRecord, optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { authenticateAdmin, findUserForAdmin } from '#server/auth/sessions/authenticate.ts';
import { endOwnSessions, endSessionsQuietly } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { readErrorCode } from '#server/error-code.ts';
import type { Result } from '#server/result.ts';
import { parseBanDuration } from './ban-duration.ts';

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  role: v.optional(v.picklist(['anon', 'authenticated', 'service_role'])),
  email_confirm: v.optional(v.boolean(), false),
  user_metadata: optionalRecord,
  app_metadata: optionalRecord,
  ban_duration: optionalText,
});

type Body = v.InferOutput<typeof bodySchema>;
type PreparedChanges = UserChanges & Required<Pick<UserChanges, 'appMetadata' | 'userMetadata'>>;
type Answer = Promise<Result<Response, AuthFailure>>;

export async function adminCreateUser(auth: AuthContext, c: Context): Answer {
  const allowed = await authenticateAdmin(auth, c);
  if (!allowed.ok) return allowed;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  if (body.value.email === '') {
    return fail('validation-failed', { message: 'Cannot create a user without an email' });
  }
  const changes = await prepareChanges(auth, body.value);
  if (!changes.ok) return changes;
  const now = auth.now();
  return write(auth, c, async (tx) => {
    const { email = '' } = changes.value;
    const id = await createUser(tx, { email, passwordHash: null, userMetadata: {}, isConfirmed: false, now });
    if (id === undefined) return fail('email-exists');
    const applied = await applyChanges(tx, id, { ...changes.value, now });
    if (applied.ok) await recordSecurityEvent(tx, { userId: id, client: OPERATOR, now }, { kind: 'operator-created' });
    else await deleteUser(tx, id);
    return applied;
  });
}

export async function adminUpdateUser(auth: AuthContext, c: Context): Answer {
  const user = await findUserForAdmin(auth, c);
  if (!user.ok) return user;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const changes = await prepareChanges(auth, body.value);
  if (!changes.ok) return changes;
  const events = listEvents(user.value, changes.value);
  const answer = await write(auth, c, async (tx) => {
    const applied = await applyChanges(tx, user.value.id, { ...changes.value, now: auth.now() });
    if (!applied.ok) return applied;
    const origin = { userId: user.value.id, client: OPERATOR, now: auth.now() };
    for (const event of events) await recordSecurityEvent(tx, origin, event);
    return applied;
  });
  // The email goes to the address before the change, because its owner must learn of it.
  if (answer.ok) for (const event of events) emailSecurityEvent(auth, user.value, event);
  return answer;
}

/** The events of an operator's changes. A password or a ban also ends all sessions. */
function listEvents(user: User, { passwordHash, email, bannedUntil }: PreparedChanges): readonly SecurityEvent[] {
  const kinds: readonly (SecurityEvent['kind'] | false)[] = [
    passwordHash !== undefined && 'operator-password-changed',
    email !== undefined && email !== user.email && 'operator-email-changed',
    bannedUntil instanceof Date && 'operator-banned',
    bannedUntil === null && user.bannedUntil !== null && 'operator-unbanned',
  ];
  return kinds.filter((kind) => kind !== false).map((kind) => ({ kind }));
}

async function prepareChanges(auth: AuthContext, body: Body): Promise<Result<PreparedChanges, AuthFailure>> {
  const email = parseContact(body);
  if (!email.ok) return email;
  const bannedUntil = parseBanDuration(body.ban_duration, auth.now());
  if (bannedUntil === 'invalid') return fail('validation-failed', { message: 'invalid format for ban duration' });
  const passwordHash = await hashGivenPassword(auth, body.password);
  if (!passwordHash.ok) return passwordHash;
  const value = {
    email: email.value,
    bannedUntil,
    passwordHash: passwordHash.value,
    role: body.role,
    confirmedAt: body.email_confirm ? auth.now() : undefined,
    provedAt: body.email_confirm ? auth.now() : undefined,
    appMetadata: body.app_metadata,
    userMetadata: body.user_metadata,
  };
  return { ok: true, value };
}

function parseContact({ email, phone }: Body): Result<string | undefined, AuthFailure> {
  if (phone !== '') return fail('validation-failed', { message: 'A phone number cannot be added' });
  const address = parseEmailAddress(email);
  return email !== '' && address === undefined ? fail('invalid-email') : { ok: true, value: address };
}

/** Checks and hashes a password; undefined for an empty one. */
export async function hashGivenPassword(
  auth: AuthContext,
  password: string,
): Promise<Result<string | undefined, AuthFailure>> {
  if (password === '') return { ok: true, value: undefined };
  const accepted = await checkNewPassword(auth, password);
  return accepted.ok ? { ok: true, value: await auth.passwords.hash(password) } : accepted;
}

type DatedChanges = PreparedChanges & { readonly now: Date };

/**
 * Merges the changes into the user, or fails before writing anything. A new password or a ban ends all sessions of the
 * user, and a new address revokes pending links as well.
 */
async function applyChanges(
  tx: TransactionSql,
  id: string,
  changes: DatedChanges,
): Promise<Result<string, AuthFailure>> {
  const merged = await mergeChanges(tx, id, changes);
  if (!merged.ok) return merged;
  await updateUser(tx, id, merged.value);
  if (changes.passwordHash !== undefined) await addEmailIdentity(tx, id, changes.now);
  if (changes.passwordHash !== undefined || changes.bannedUntil instanceof Date) {
    // A banned user's devices keep their lists, because the ban can be lifted.
    if (changes.passwordHash === undefined) await endSessionsQuietly(tx, id, null);
    else await endOwnSessions(tx, { userId: id, exceptId: null, reason: 'password-changed' });
    await revokePendingFlows(tx, id);
  } else if (changes.email !== undefined) {
    await revokePendingFlows(tx, id);
  }
  return { ok: true, value: id };
}

async function mergeChanges(
  tx: TransactionSql,
  id: string,
  changes: DatedChanges,
): Promise<Result<DatedChanges, AuthFailure>> {
  const locked = await lockUser(tx, id);
  if (locked === undefined) return fail('user-not-found');
  const holder = await findUserByEmail(tx, changes.email ?? '');
  if (holder !== undefined && holder.id !== id) return fail('email-exists');
  const userMetadata = mergeMetadata(locked.userMetadata, changes.userMetadata);
  if (!userMetadata.ok) return userMetadata;
  const appMetadata = mergeMetadata(locked.appMetadata, changes.appMetadata);
  if (!appMetadata.ok) return appMetadata;
  const merged = { userMetadata: userMetadata.value, appMetadata: appMetadata.value };
  return { ok: true, value: { ...changes, ...merged, provedAt: chooseProof(locked, changes) } };
}

/** A proof of the previous address does not apply to a new one. */
function chooseProof({ email: before }: LockedUser, { email, provedAt }: DatedChanges): DatedChanges['provedAt'] {
  const isOther = email !== undefined && email !== before;
  return provedAt === undefined && isOther ? null : provedAt;
}

/** Postgres, appendix A: unique_violation. Two requests can set the same address at once. */
const UNIQUE_VIOLATION = '23505';

/** Runs the work in a transaction and responds with the user. */
async function write(
  auth: AuthContext,
  c: Context,
  work: (tx: TransactionSql) => Promise<Result<string, AuthFailure>>,
): Answer {
  try {
    const id = await auth.sql.begin(work);
    if (!id.ok) return id;
    const user = await findUserById(auth.sql, id.value);
    return user === undefined ? fail('user-not-found') : { ok: true, value: c.json(userToJson(user)) };
  } catch (error) {
    if (readErrorCode(error) === UNIQUE_VIOLATION) return fail('email-exists');
    throw error;
  }
}
