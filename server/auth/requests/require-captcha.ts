/** Verifies captcha tokens, if the operator has configured a captcha provider. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { CaptchaSettings } from '#server/auth/context/auth-settings.ts';
import { fail } from './auth-failure.ts';
import type { AuthFailure } from './auth-failure.ts';
import { optionalText } from './read-body.ts';
import { readErrorCode } from '#server/error-code.ts';
import { reportBug } from '#server/log/report-bug.ts';
import type { Result } from '#server/result.ts';

/** The part of a request body that contains the captcha token. */
export const securitySchema = v.optional(v.nullable(v.object({ captcha_token: optionalText })), null);

type Security = v.InferOutput<typeof securitySchema>;

/** Longer than the tokens of both providers. */
const MAX_LENGTH = 16_384;

const PATIENCE_MS = 10_000;

const verifyUrls = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const;

/**
 * Verifies the captcha token of a request. Call this before any lookup, so that the result does not depend on whether
 * an account exists. The provider accepts each token only once.
 * If the provider is unreachable or rejects our secret, the request fails and the operator gets a report.
 */
export async function requireCaptcha(
  { settings: { captcha }, addressOf }: AuthContext,
  c: Context,
  security: Security,
): Promise<Result<null, AuthFailure>> {
  if (captcha === null) return { ok: true, value: null };
  const token = security?.captcha_token ?? '';
  if (token === '') return disallow('no captcha_token found in request');
  if (token.length > MAX_LENGTH) return disallow('invalid-input-response');
  const verdict = await askProvider(captcha, token, addressOf(c.req.raw));
  if (!verdict.ok) {
    reportBug(new Error(`The captcha provider could not be asked (${verdict.failure}).`));
    return fail('unexpected', { message: 'captcha verification process failed' });
  }
  return judge(verdict.value);
}

const disallow = (reason: string): Result<never, AuthFailure> =>
  fail('captcha-failed', { message: `captcha protection: request disallowed (${reason})` });

const verdictSchema = v.object({ success: v.boolean(), 'error-codes': v.optional(v.array(v.string()), []) });

type Verdict = v.InferOutput<typeof verdictSchema>;

function judge({ success, 'error-codes': codes }: Verdict): Result<null, AuthFailure> {
  if (success) return { ok: true, value: null };
  // Only short codes from the provider are passed on.
  const known = codes.filter((code) => /^[a-z-]{1,40}$/.test(code)).slice(0, 5);
  if (!known.some((code) => OPERATORS.has(code))) return disallow(known.join(', ') || 'invalid-input-response');
  reportBug(new Error(`The captcha provider refused our settings (${known.join(', ')}).`));
  return fail('unexpected', { message: 'captcha verification process failed' });
}

/**
 * Errors in the operator's settings, not in the request (docs.hcaptcha.com, "siteverify error codes"; Turnstile uses
 * the same names).
 */
const OPERATORS: ReadonlySet<string> = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'internal-error',
]);

async function askProvider(
  { provider, secret, verifyUrl = verifyUrls[provider] }: CaptchaSettings,
  token: string,
  address: string,
): Promise<Result<Verdict, string>> {
  try {
    const answer = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: address }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const verdict = v.safeParse(verdictSchema, await answer.json());
    return verdict.success ? { ok: true, value: verdict.output } : { ok: false, failure: String(answer.status) };
  } catch (error) {
    // A failed fetch has the network error as its cause.
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return { ok: false, failure: readErrorCode(cause) };
  }
}
