/** POST /admin/generate_link and POST /invite: links that operators hand out or that the server emails. */
import type { Context } from 'hono';
import * as v from 'valibot';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import { mergeMetadata } from '#server/auth/accounts/metadata.ts';
import type { Metadata } from '#server/auth/accounts/metadata.ts';
import { OPERATOR, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import type { SecurityEvent } from '#server/auth/accounts/security-events.ts';
import { lockFullUser, updateUser } from '#server/auth/accounts/update-user.ts';
import { userToJson } from '#server/auth/accounts/user-json.ts';
import { createUser, findUserByEmail, findUserById } from '#server/auth/accounts/users.ts';
import type { User } from '#server/auth/accounts/users.ts';
import { setNewAddress } from '#server/auth/changes/change-address.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { createLinkCode, createLinkToken } from '#server/auth/links/one-time-tokens.ts';
import type { LinkType, NewLinkToken, SignUp } from '#server/auth/links/one-time-tokens.ts';
import { chooseRedirect } from '#server/auth/links/redirects/allowed-redirect.ts';
import { emailLink, writeLink } from '#server/auth/links/send-link.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { countEmail } from '#server/auth/requests/limits.ts';
import { optionalRecord, optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { authenticateAdmin } from '#server/auth/sessions/authenticate.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { hashGivenPassword } from './write-user.ts';

type Answer = Promise<Result<Response, AuthFailure>>;

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
export async function adminGenerateLink(auth: AuthContext, c: Context): Answer {
  const allowed = await authenticateAdmin(auth, c);
  if (!allowed.ok) return allowed;
  const body = await readBody(c, linkSchema);
  if (!body.ok) return body;
  const wanted = await parseWanted(auth, body.value);
  if (!wanted.ok) return wanted;
  const redirectTo = chooseRedirect(auth.settings, c.req.query('redirect_to') ?? body.value.redirect_to);
  const created = await auth.sql.begin(async (tx) => {
    const linked = await createLink(auth, tx, wanted.value);
    if (!linked.ok) return linked;
    const { newToken } = linked.value;
    const { email, newEmail } = wanted.value;
    const code = await createLinkCode(tx, newToken.type === 'email_change_new' ? newEmail : email, newToken);
    return { ok: true, value: { ...linked.value, code } } as const;
  });
  if (!created.ok) return created;
  const { user, token, newToken, code } = created.value;
  const { type } = newToken;
  const link = {
    action_link: writeLink(auth.settings, { token, type, redirectTo }),
    email_otp: code,
    hashed_token: token,
    verification_type: type,
    redirect_to: redirectTo,
  };
  return { ok: true, value: c.json({ ...userToJson(user), ...link }) };
}

/** Creates the account of an invited person and emails the link to choose a password. */
export async function adminInvite(auth: AuthContext, c: Context): Answer {
  const allowed = await authenticateAdmin(auth, c);
  if (!allowed.ok) return allowed;
  const body = await readBody(c, inviteSchema);
  if (!body.ok) return body;
  const email = parseEmailAddress(body.value.email);
  if (email === undefined) return fail('invalid-email');
  const counted = await countEmail(auth, false);
  if (!counted.ok) return counted;
  const redirectTo = chooseRedirect(auth.settings, c.req.query('redirect_to') ?? '');
  const wanted = { type: 'invite', email, newEmail: '', passwordHash: null, data: body.value.data } as const;
  const created = await auth.sql.begin((tx) => createLink(auth, tx, wanted));
  if (!created.ok) return created;
  const { user, token } = created.value;
  auth.defer(() => emailLink(auth, { type: 'invite', token, to: email, email, redirectTo }));
  return { ok: true, value: c.json(userToJson(user)) };
}

async function parseWanted(
  auth: AuthContext,
  body: v.InferOutput<typeof linkSchema>,
): Promise<Result<Wanted, AuthFailure>> {
  const { type, password, data } = body;
  const addresses = parseAddresses(body);
  if (!addresses.ok) return addresses;
  if (type === 'email_change_current' && !auth.settings.confirmsBothAddresses) {
    return fail('validation-failed', { message: 'Enable secure email change to generate link for current email' });
  }
  const passwordHash = await hashGivenPassword(auth, type === 'signup' ? password : '');
  if (!passwordHash.ok) return passwordHash;
  return { ok: true, value: { type, ...addresses.value, passwordHash: passwordHash.value ?? null, data } };
}

function parseAddresses(
  body: v.InferOutput<typeof linkSchema>,
): Result<Pick<Wanted, 'email' | 'newEmail'>, AuthFailure> {
  const email = parseEmailAddress(body.email);
  const newEmail = isAddressChange(body.type) ? parseEmailAddress(body.new_email) : '';
  return email === undefined || newEmail === undefined
    ? fail('invalid-email')
    : { ok: true, value: { email, newEmail } };
}

const isAddressChange = (type: LinkType): boolean => type === 'email_change_current' || type === 'email_change_new';

type Created = { readonly user: User; readonly token: string; readonly newToken: NewLinkToken };

/** Creates the account if the link is for a new one, and the link, and records the event. */
async function createLink(
  auth: AuthContext,
  tx: TransactionSql,
  wanted: Wanted,
): Promise<Result<Created, AuthFailure>> {
  const now = auth.now();
  const found = await findUserByEmail(tx, wanted.email);
  const prepared =
    found === undefined
      ? await prepareNewUser(tx, wanted, now)
      : await prepareUser(auth, tx, { wanted, locked: await lockOwner(tx, found) });
  if (!prepared.ok) return prepared;
  const { userId, type, signUp, event } = prepared.value;
  const newToken = { userId, type, challenge: null, signUp, now };
  const token = await createLinkToken(tx, newToken);
  await recordSecurityEvent(tx, { userId, client: OPERATOR, now }, { kind: event });
  const user = await findUserById(tx, userId);
  return user === undefined ? fail('user-not-found') : { ok: true, value: { user, token, newToken } };
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
async function prepareNewUser(
  tx: TransactionSql,
  { type, email, passwordHash, data }: Wanted,
  now: Date,
): Promise<Result<Prepared, AuthFailure>> {
  if (type === 'recovery' || isAddressChange(type)) {
    return fail('user-not-found', { message: 'User with this email not found' });
  }
  if (type === 'signup' && passwordHash === null) return fail('no-password');
  const userMetadata = mergeMetadata({}, data);
  if (!userMetadata.ok) return userMetadata;
  const signUp = { passwordHash, userMetadata: userMetadata.value };
  const userId = await createUser(tx, { email, ...signUp, isConfirmed: false, now });
  // Another request created it at the same time.
  if (userId === undefined) return fail('email-exists');
  await updateUser(tx, userId, { confirmationSentAt: now, now });
  return { ok: true, value: { userId, signUp, ...(type === 'invite' ? INVITATION : SIGN_UP) } };
}

/** Undefined if the account was deleted, or got another address, since it was found. */
async function lockOwner(tx: TransactionSql, { id, email }: User): Promise<User | undefined> {
  const locked = await lockFullUser(tx, id);
  return locked?.email === email ? locked : undefined;
}

type KnownUser = { readonly wanted: Wanted; readonly locked: User | undefined };

async function prepareUser(
  auth: AuthContext,
  tx: TransactionSql,
  { wanted, locked }: KnownUser,
): Promise<Result<Prepared, AuthFailure>> {
  if (locked === undefined) return fail('user-not-found');
  const { type } = wanted;
  const now = auth.now();
  switch (type) {
    case 'signup':
    case 'invite':
      return preparePending(tx, locked, { wanted, now });
    case 'magiclink':
    case 'recovery':
      await updateUser(tx, locked.id, { recoverySentAt: now, now });
      return prepareLink(locked, type);
    case 'email_change_current':
    case 'email_change_new':
      return prepareAddressChange(auth, tx, { owner: locked, wanted });
  }
}

const prepareLink = ({ id }: User, type: LinkType): Result<Prepared, AuthFailure> => ({
  ok: true,
  value: { userId: id, type, signUp: null, event: 'operator-link-created' },
});

/** Keeps a change to the same address, because the links to both addresses are requested one after the other. */
async function prepareAddressChange(
  auth: AuthContext,
  tx: TransactionSql,
  { owner, wanted }: { readonly owner: User; readonly wanted: Wanted },
): Promise<Result<Prepared, AuthFailure>> {
  const { newEmail, type } = wanted;
  if ((await findUserByEmail(tx, newEmail)) !== undefined) return fail('email-exists');
  if (owner.newEmail !== newEmail) await setNewAddress(tx, auth, { owner, newEmail });
  await updateUser(tx, owner.id, { emailChangeSentAt: auth.now(), now: auth.now() });
  return prepareLink(owner, type);
}

/** A new link for an account whose address is not confirmed. Earlier links stay valid. */
async function preparePending(
  tx: TransactionSql,
  user: User,
  { wanted, now }: { readonly wanted: Wanted; readonly now: Date },
): Promise<Result<Prepared, AuthFailure>> {
  if (user.emailConfirmedAt !== null) return fail('email-exists');
  const { type, data } = wanted;
  // The link proves the address, so it must not set a password that a stranger chose.
  if (type === 'signup' && wanted.passwordHash === null) return fail('no-password');
  const userMetadata = mergeMetadata(user.userMetadata, data);
  if (!userMetadata.ok) return userMetadata;
  await updateUser(tx, user.id, { userMetadata: userMetadata.value, confirmationSentAt: now, now });
  const passwordHash = type === 'invite' ? null : wanted.passwordHash;
  const event = type === 'invite' ? 'operator-invited' : 'operator-link-created';
  return {
    ok: true,
    value: { userId: user.id, type, signUp: { passwordHash, userMetadata: userMetadata.value }, event },
  };
}
