/** Handles requests for emailed links from visitors who are not signed in: POST /recover and POST /resend. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import { parseChallenge } from '#server/auth/links/pkce/pkce.ts';
import type { Challenge } from '#server/auth/links/pkce/pkce.ts';
import { chooseRedirect } from '#server/auth/links/redirects/allowed-redirect.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress, limitEmail } from '#server/auth/requests/limits.ts';
import { optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { requireCaptcha, securitySchema } from '#server/auth/requests/require-captcha.ts';
import type { Result } from '#server/result.ts';

const bodySchema = v.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  gotrue_meta_security: securitySchema,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

export type LinkRequestBody = v.InferOutput<typeof bodySchema>;

/** The address that a link was requested for. It may have no account. */
export type RequestedLink = {
  readonly email: string;
  readonly challenge: Challenge | null;
  /** The final destination, which was already checked. */
  readonly redirectTo: string;
};

export type LinkKind = {
  /** The limit between two emails of this kind to one address. */
  readonly limit: string;
  /** Finds the account and sends the email. */
  readonly send: (auth: AuthContext, request: RequestedLink) => Promise<void>;
};

/**
 * Responds with `{}` and sends the email afterwards. The account is looked up after the response, so that the response
 * and its duration do not reveal whether the address has an account.
 * @param chooseKind chooses the kind of link from the body, or fails
 */
export async function requestLink(
  auth: AuthContext,
  c: Context,
  chooseKind: (body: LinkRequestBody) => Result<LinkKind, AuthFailure>,
): Promise<Result<Response, AuthFailure>> {
  const limited = await limitAddress(auth, c, 'recoverByAddress');
  if (!limited.ok) return limited;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const allowed = await requireCaptcha(auth, c, body.value.gotrue_meta_security);
  if (!allowed.ok) return allowed;
  const kind = chooseKind(body.value);
  if (!kind.ok) return kind;
  const recipient = parseRecipient(body.value);
  if (!recipient.ok) return recipient;
  const interval = await limitEmail(auth, kind.value.limit, recipient.value.email);
  if (!interval.ok) return interval;
  const redirectTo = chooseRedirect(auth.settings, c.req.query('redirect_to') ?? '');
  auth.defer(() => kind.value.send(auth, { ...recipient.value, redirectTo }));
  return { ok: true, value: c.json({}) };
}

function parseRecipient(body: LinkRequestBody): Result<Omit<RequestedLink, 'redirectTo'>, AuthFailure> {
  const email = parseEmailAddress(body.email);
  if (email === undefined) return fail('invalid-email');
  const challenge = parseChallenge(body.code_challenge, body.code_challenge_method);
  return challenge.ok ? { ok: true, value: { email, challenge: challenge.value } } : challenge;
}
