/** POST /resend: emails the links again that confirm an account or a change of address. */
import type { Context } from 'hono';
import * as v from 'valibot';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import { lockFullUser, updateUser } from '#server/auth/accounts/update-user.ts';
import { findUserByEmail } from '#server/auth/accounts/users.ts';
import type { User } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { chooseRedirect } from '#server/auth/links/allowed-redirect.ts';
import { parseChallenge } from '#server/auth/links/pkce.ts';
import type { Challenge } from '#server/auth/links/pkce.ts';
import { sendLink } from '#server/auth/links/send-link.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress, limitEmail } from '#server/auth/requests/limits.ts';
import { optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { requireCaptcha, securitySchema } from '#server/auth/requests/require-captcha.ts';
import type { Result } from '#server/result.ts';
import { listConfirmations, emailAddressLinks, createAddressLinks } from './change-address.ts';

const bodySchema = v.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  gotrue_meta_security: securitySchema,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

/** Always responds with `{}`. The account is looked up after the response. */
export async function resend(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const limited = await limitAddress(auth, c, 'recoverByAddress');
  if (!limited.ok) return limited;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const allowed = await requireCaptcha(auth, c, body.value.gotrue_meta_security);
  if (!allowed.ok) return allowed;
  const request = parseRequest(body.value);
  if (!request.ok) return request;
  const { type, email, challenge } = request.value;
  const due = await limitEmail(auth, type, email);
  if (!due.ok) return due;
  const redirectTo = chooseRedirect(auth.settings, c.req.query('redirect_to') ?? '');
  auth.defer(() => senders[type](auth, { email, challenge, redirectTo }));
  return { ok: true, value: c.json({}) };
}

type ResendRequest = {
  readonly type: 'signup' | 'email_change';
  readonly email: string;
  readonly challenge: Challenge | null;
};

function parseRequest(body: v.InferOutput<typeof bodySchema>): Result<ResendRequest, AuthFailure> {
  const { type } = body;
  if (type !== 'signup' && type !== 'email_change') return fail('validation-failed', { message: UNKNOWN_TYPE });
  if (body.phone !== '') return fail('phone-logins-disabled');
  const email = parseEmailAddress(body.email);
  if (email === undefined) return fail('invalid-email');
  const challenge = parseChallenge(body.code_challenge, body.code_challenge_method);
  return challenge.ok ? { ok: true, value: { type, email, challenge: challenge.value } } : challenge;
}

const UNKNOWN_TYPE = 'Missing one of these types: signup, email_change';

type Address = Omit<ResendRequest, 'type'> & { readonly redirectTo: string };

const senders: Readonly<Record<ResendRequest['type'], (auth: AuthContext, address: Address) => Promise<void>>> = {
  signup: resendSignUp,
  email_change: resendChange,
};

async function resendSignUp(auth: AuthContext, address: Address): Promise<void> {
  const user = await findUserByEmail(auth.sql, address.email);
  if (user === undefined || user.emailConfirmedAt !== null) return;
  const now = auth.now();
  await updateUser(auth.sql, user.id, { confirmationSentAt: now, now });
  await sendLink(auth, { ...address, userId: user.id, type: 'signup' });
}

/**
 * Emails the missing confirmations again. Limits come first, so that nothing changes without a new email. The current
 * address was already counted with the request.
 */
async function resendChange(auth: AuthContext, { email, challenge, redirectTo }: Address): Promise<void> {
  const found = await findUserByEmail(auth.sql, email);
  if (found === undefined || !(await limitOthers(auth, found))) return;
  const links = await auth.sql.begin(async (tx) => {
    const owner = await lockFullUser(tx, found.id);
    // Check again under the lock: the change may have been confirmed, canceled or replaced.
    if (owner?.email !== email || owner.newEmail !== found.newEmail) return [];
    return createAddressLinks(tx, owner, { challenge, redirectTo, now: auth.now() });
  });
  emailAddressLinks(auth, links);
}

async function limitOthers(auth: AuthContext, user: User): Promise<boolean> {
  const others = listConfirmations(user).filter(({ to }) => to !== user.email);
  const limits = others.map(({ to }) => limitEmail(auth, 'email_change', to));
  return (await Promise.all(limits)).every(({ ok }) => ok);
}
