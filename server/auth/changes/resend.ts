/** POST /resend: mails the links once more by which somebody confirms an account or another address. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import { updateUser } from '#server/auth/accounts/update-user.ts';
import { findUserByEmail } from '#server/auth/accounts/users.ts';
import type { User } from '#server/auth/accounts/users.ts';
import { requireCaptcha, securitySchema } from '#server/auth/captcha/require-captcha.ts';
import { parseChallenge } from '#server/auth/links/pkce.ts';
import type { Challenge } from '#server/auth/links/pkce.ts';
import { chooseRedirect } from '#server/auth/links/redirect.ts';
import { sendLink } from '#server/auth/links/send-link.ts';
import { lockWholeUser } from '#server/auth/providers/provider-users.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress, limitMail } from '#server/auth/requests/limits.ts';
import { optionalText, readBody } from '#server/auth/requests/read-body.ts';
import type { Result } from '#server/result.ts';
import { listAsked, mailAddressLinks, makeAddressLinks } from './change-address.ts';

const bodySchema = v.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  gotrue_meta_security: securitySchema,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

/** `{}` for everybody: whether there is something to be confirmed is looked up only after the answer. */
export async function resend(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const limited = await limitAddress(auth, c, 'recoverByAddress');
  if (!limited.ok) return limited;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const allowed = await requireCaptcha(auth, c, body.value.gotrue_meta_security);
  if (!allowed.ok) return allowed;
  const wish = parseWish(body.value);
  if (!wish.ok) return wish;
  const { type, email, challenge } = wish.value;
  const due = await limitMail(auth, type, email);
  if (!due.ok) return due;
  const redirectTo = chooseRedirect(auth.settings, c.req.query('redirect_to') ?? '');
  auth.defer(() => senders[type](auth, { email, challenge, redirectTo }));
  return { ok: true, value: c.json({}) };
}

type Wish = {
  readonly type: 'signup' | 'email_change';
  readonly email: string;
  readonly challenge: Challenge | null;
};

function parseWish(body: v.InferOutput<typeof bodySchema>): Result<Wish, AuthFailure> {
  const { type } = body;
  if (type !== 'signup' && type !== 'email_change') return fail('validation-failed', { message: UNKNOWN_TYPE });
  if (body.phone !== '') return fail('phone-logins-disabled');
  const email = parseEmailAddress(body.email);
  if (email === undefined) return fail('invalid-email');
  const challenge = parseChallenge(body.code_challenge, body.code_challenge_method);
  return challenge.ok ? { ok: true, value: { type, email, challenge: challenge.value } } : challenge;
}

const UNKNOWN_TYPE = 'Missing one of these types: signup, email_change';

type Address = Omit<Wish, 'type'> & { readonly redirectTo: string };

const senders: Readonly<Record<Wish['type'], (auth: AuthBase, address: Address) => Promise<void>>> = {
  signup: resendSignUp,
  email_change: resendChange,
};

async function resendSignUp(auth: AuthBase, address: Address): Promise<void> {
  const user = await findUserByEmail(auth.sql, address.email);
  if (user === undefined || user.emailConfirmedAt !== null) return;
  const now = auth.now();
  await updateUser(auth.sql, user.id, { confirmationSentAt: now, now });
  await sendLink(auth, { ...address, userId: user.id, type: 'signup' });
}

/**
 * Whoever has confirmed the change already is not asked again. Limits come first: without a new mail nothing changes. The
 * present address was counted with the request.
 */
async function resendChange(auth: AuthBase, { email, challenge, redirectTo }: Address): Promise<void> {
  const found = await findUserByEmail(auth.sql, email);
  if (found === undefined || !(await limitOthers(auth, found))) return;
  const links = await auth.sql.begin(async (tx) => {
    const owner = await lockWholeUser(tx, found.id);
    // Under the lock once more: the change may just have been confirmed, or called off, or be another one.
    if (owner?.email !== email || owner.newEmail !== found.newEmail) return [];
    return makeAddressLinks(tx, owner, { challenge, redirectTo, now: auth.now() });
  });
  mailAddressLinks(auth, links);
}

async function limitOthers(auth: AuthBase, user: User): Promise<boolean> {
  const others = listAsked(user).filter(({ to }) => to !== user.email);
  const limits = others.map(({ to }) => limitMail(auth, 'email_change', to));
  return (await Promise.all(limits)).every(({ ok }) => ok);
}
