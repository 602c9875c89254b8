/** POST /admin/generate_link and POST /invite: links that operators hand out or that the server emails. */
import * as v from 'valibot';
import { OPERATOR, recordSecurityEvent, type SecurityEvent } from '#server/auth/accounts/security-events.ts';
import { userToJson } from '#server/auth/accounts/user-json.ts';
import {
  createUser,
  findUserByEmail,
  findUserById,
  lockUser,
  mergeMetadata,
  parseEmailAddress,
  updateUser,
  type Metadata,
  type User,
} from '#server/auth/accounts/users.ts';
import { setNewAddress } from '#server/auth/changes/change-email.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import {
  createLinkCode,
  createLinkToken,
  type LinkType,
  type NewLinkToken,
  type SignUp,
} from '#server/auth/links/one-time-tokens.ts';
import { endLapsedChange } from '#server/auth/links/claim-account.ts';
import { chooseRedirect } from '#server/auth/links/redirects.ts';
import { emailLink, writeLink } from '#server/auth/links/send-link.ts';
import { countEmail } from '#server/auth/requests/limits.ts';
import { optionalRecord, optionalText } from '#server/auth/requests/read-body.ts';
import { defineRoute, ifPasswords, jsonBody } from '#server/auth/requests/route.ts';
import { fail, inTransaction, type Steps, type Checks } from '#server/auth/requests/steps.ts';
import { operator } from '#server/auth/sessions/authenticate.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { hashGivenPassword } from './write-user.ts';

const inviteSchema = v.object({ email: optionalText, data: optionalRecord });

const linkSchema = v.object({
  ...inviteSchema.entries,
  type: v.picklist(['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new']),
  new_email: optionalText,
  password: optionalText,
  redirect_to: optionalText,
});

/** A link for the account of an address. */
type Wanted = {
  readonly type: LinkType;
  readonly email: string;
  /** '' unless the link changes the address. */
  readonly newEmail: string;
  readonly passwordHash: string | null;
  readonly data: Metadata;
};

/** Creates a link and a code without sending them, and responds with them and with the user. */
export const adminGenerateLink = defineRoute({
  method: 'POST',
  path: '/admin/generate_link',
  limit: 'otherByAddress',
  caller: operator,
  body: jsonBody(linkSchema),
  async *work(auth, { c, body }) {
    const wanted = yield* parseWanted(auth, body);
    const redirectTo = chooseRedirect(auth.settings, c.req.query('redirect_to') ?? body.redirect_to);
    const { user, token, type, code } = yield* inTransaction(auth.sql, async function* (tx): Steps<CodedLink> {
      const linked = yield* createLink(auth, tx, wanted);
      const { newToken } = linked;
      const address = newToken.type === 'email_change_new' ? wanted.newEmail : wanted.email;
      return { ...linked, type: newToken.type, code: await createLinkCode(tx, address, newToken) };
    });
    const link = {
      action_link: writeLink(auth.settings, { token, type, redirectTo }),
      email_otp: code,
      hashed_token: token,
      verification_type: type,
      redirect_to: redirectTo,
    };
    return c.json({ ...userToJson(auth, user), ...link });
  },
});

type CodedLink = Created & { readonly type: LinkType; readonly code: string };

/** Creates the account of an invited person and emails the link to choose a password. */
export const adminInvite = defineRoute({
  method: 'POST',
  path: '/invite',
  // The link leads to the form for a new password.
  offered: ifPasswords,
  limit: 'otherByAddress',
  caller: operator,
  body: jsonBody(inviteSchema),
  async *work(auth, { c, body: { email: address, data } }) {
    const email = parseEmailAddress(address);
    if (email === undefined) return yield* fail('invalid-email');
    yield* countEmail(auth, false);
    const redirectTo = chooseRedirect(auth.settings, c.req.query('redirect_to') ?? '');
    const wanted = { type: 'invite', email, newEmail: '', passwordHash: null, data } as const;
    const { user, token } = yield* inTransaction(auth.sql, (tx) => createLink(auth, tx, wanted));
    auth.defer(() => emailLink(auth, { type: 'invite', token, to: email, email, redirectTo }));
    return c.json(userToJson(auth, user));
  },
});

async function* parseWanted(auth: AuthContext, body: v.InferOutput<typeof linkSchema>): Steps<Wanted> {
  const { type, password, data } = body;
  if (!auth.settings.passwords && !isEmailChange(type)) return yield* fail('password-logins-disabled');
  const addresses = yield* parseAddresses(body);
  if (type === 'email_change_current' && !auth.settings.confirmsBothAddresses) {
    return yield* fail('validation-failed', {
      message: 'Enable secure email change to generate link for current email',
    });
  }
  const passwordHash = yield* hashGivenPassword(auth, type === 'signup' ? password : '');
  return { type, ...addresses, passwordHash: passwordHash ?? null, data };
}

function* parseAddresses(body: v.InferOutput<typeof linkSchema>): Checks<Pick<Wanted, 'email' | 'newEmail'>> {
  const email = parseEmailAddress(body.email);
  const newEmail = isEmailChange(body.type) ? parseEmailAddress(body.new_email) : '';
  return email === undefined || newEmail === undefined ? yield* fail('invalid-email') : { email, newEmail };
}

const isEmailChange = (type: LinkType): boolean => type === 'email_change_current' || type === 'email_change_new';

type Created = { readonly user: User; readonly token: string; readonly newToken: NewLinkToken };

/** Creates the account if the link is for a new one, and the link, and records the event. */
async function* createLink(auth: AuthContext, tx: TransactionSql, wanted: Wanted): Steps<Created> {
  const now = auth.now();
  const found = await findUserByEmail(tx, wanted.email);
  const { userId, type, signUp, event } = yield* found === undefined
    ? prepareNewUser(tx, wanted, now)
    : prepareUser(auth, tx, { wanted, locked: await lockOwner(tx, found) });
  const newToken = { userId, type, challenge: null, signUp, now };
  const token = await createLinkToken(tx, newToken);
  await recordSecurityEvent(tx, { userId, client: OPERATOR, now }, { kind: event });
  const user = await findUserById(tx, userId);
  return user === undefined ? yield* fail('user-not-found') : { user, token, newToken };
}

type Prepared = {
  readonly userId: string;
  readonly type: LinkType;
  readonly signUp: SignUp | null;
  readonly event: SecurityEvent['kind'];
};

const INVITATION = { type: 'invite', event: 'operator-invited' } as const;
const SIGN_UP = { type: 'signup', event: 'operator-created' } as const;

/** Creates an unconfirmed account. As with GoTrue, a magic link for an unknown address becomes a sign-up. */
async function* prepareNewUser(
  tx: TransactionSql,
  { type, email, passwordHash, data }: Wanted,
  now: Date,
): Steps<Prepared> {
  if (type === 'recovery' || isEmailChange(type)) {
    return yield* fail('user-not-found', { message: 'User with this email not found' });
  }
  if (type === 'signup' && passwordHash === null) return yield* fail('no-password');
  const userMetadata = yield* mergeMetadata({}, data);
  const signUp = { passwordHash, userMetadata };
  const userId = await createUser(tx, { email, ...signUp, isConfirmed: false, now });
  // Another request created it at the same time.
  if (userId === undefined) return yield* fail('email-exists');
  await updateUser(tx, userId, { confirmationSentAt: now, now });
  return { userId, signUp, ...(type === 'invite' ? INVITATION : SIGN_UP) };
}

/** Undefined if the account was deleted, or got another address, since it was found. */
async function lockOwner(tx: TransactionSql, { id, email }: User): Promise<User | undefined> {
  const locked = await lockUser(tx, id);
  return locked?.email === email ? locked : undefined;
}

type KnownUser = { readonly wanted: Wanted; readonly locked: User | undefined };

async function* prepareUser(auth: AuthContext, tx: TransactionSql, { wanted, locked }: KnownUser): Steps<Prepared> {
  if (locked === undefined) return yield* fail('user-not-found');
  const { type } = wanted;
  const now = auth.now();
  switch (type) {
    case 'signup':
    case 'invite':
      return yield* preparePending(tx, locked, { wanted, now });
    case 'magiclink':
    case 'recovery':
      await updateUser(tx, locked.id, { recoverySentAt: now, now });
      return prepareLink(locked, type);
    case 'email_change_current':
    case 'email_change_new':
      return yield* prepareEmailChange(auth, tx, { owner: locked, wanted });
  }
}

const prepareLink = ({ id }: User, type: LinkType): Prepared => ({
  userId: id,
  type,
  signUp: null,
  event: 'operator-link-created',
});

/** Keeps a change to the same address, because the links to both addresses are requested one after the other. */
async function* prepareEmailChange(
  auth: AuthContext,
  tx: TransactionSql,
  { owner, wanted }: { readonly owner: User; readonly wanted: Wanted },
): Steps<Prepared> {
  const { newEmail, type } = wanted;
  if ((await findUserByEmail(tx, newEmail)) !== undefined) return yield* fail('email-exists');
  const present = await endLapsedChange(tx, auth, owner);
  if (present.newEmail !== newEmail) await setNewAddress(tx, auth, { owner, newEmail });
  return prepareLink(owner, type);
}

/** A new link for an account whose address is not confirmed. Earlier links stay valid. */
async function* preparePending(
  tx: TransactionSql,
  user: User,
  { wanted, now }: { readonly wanted: Wanted; readonly now: Date },
): Steps<Prepared> {
  if (user.emailConfirmedAt !== null) return yield* fail('email-exists');
  const { type, data } = wanted;
  // The link proves the address, so it must not set a password that a stranger chose.
  if (type === 'signup' && wanted.passwordHash === null) return yield* fail('no-password');
  const userMetadata = yield* mergeMetadata(user.userMetadata, data);
  await updateUser(tx, user.id, { userMetadata, confirmationSentAt: now, now });
  const passwordHash = type === 'invite' ? null : wanted.passwordHash;
  const event = type === 'invite' ? 'operator-invited' : 'operator-link-created';
  return { userId: user.id, type, signUp: { passwordHash, userMetadata }, event };
}
