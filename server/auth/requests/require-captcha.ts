/** Verifies captcha tokens, if the operator has configured a captcha provider. */
import * as v from 'valibot';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { CaptchaSettings } from '#server/auth/context/auth-settings.ts';
import { readErrorCode, type Result } from '#server/result.ts';
import { reportBug } from '#server/log/log.ts';
import { optionalText } from './read-body.ts';
import { fail, type Checks, type Steps } from './steps.ts';

/** The part of a request body that contains the captcha token. */
export const captchaSchema = v.object({
  gotrue_meta_security: v.optional(v.nullable(v.object({ captcha_token: optionalText })), null),
});

type Security = v.InferOutput<typeof captchaSchema>['gotrue_meta_security'];

/** Longer than the tokens of both providers. */
const MAX_LENGTH = 16_384;

const TIMEOUT_MS = 10_000;

const verifyUrls = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const;

/**
 * Verifies the captcha token of a request. Runs before any lookup, so that the result does not depend on whether
 * an account exists. The provider accepts each token only once.
 * If the provider is unreachable or rejects our secret, the request fails and the operator gets a report.
 */
export async function* requireCaptcha(
  { settings: { captcha } }: AuthContext,
  { ip }: { readonly ip: string },
  security: Security,
): Steps<void> {
  if (captcha === null) return;
  const token = security?.captcha_token ?? '';
  if (token === '') return yield* disallow('no captcha_token found in request');
  if (token.length > MAX_LENGTH) return yield* disallow('invalid-input-response');
  const verdict = await askProvider(captcha, token, ip);
  if (!verdict.ok) {
    reportBug(new Error(`The captcha provider could not be asked (${verdict.failure}).`));
    return yield* fail('unexpected', { message: 'captcha verification process failed' });
  }
  yield* judge(verdict.value);
}

const disallow = (reason: string): Checks<never> =>
  fail('captcha-failed', { message: `captcha protection: request disallowed (${reason})` });

const verdictSchema = v.object({ success: v.boolean(), 'error-codes': v.optional(v.array(v.string()), []) });

type Verdict = v.InferOutput<typeof verdictSchema>;

function* judge({ success, 'error-codes': codes }: Verdict): Checks<void> {
  if (success) return;
  // Only short codes from the provider are passed on.
  const known = codes.filter((code) => /^[a-z-]{1,40}$/.test(code)).slice(0, 5);
  if (!known.some((code) => OPERATORS.has(code))) return yield* disallow(known.join(', ') || 'invalid-input-response');
  reportBug(new Error(`The captcha provider refused our settings (${known.join(', ')}).`));
  yield* fail('unexpected', { message: 'captcha verification process failed' });
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
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const verdict = v.safeParse(verdictSchema, await answer.json());
    return verdict.success ? { ok: true, value: verdict.output } : { ok: false, failure: String(answer.status) };
  } catch (error) {
    // A failed fetch has the network error as its cause.
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return { ok: false, failure: readErrorCode(cause) };
  }
}
