/** Calls providers, which may be unreachable, misconfigured or hostile. Browsers get one failure for all of these. */
import { readErrorCode } from '#server/error-code.ts';
import { reportBug } from '#server/log/report-bug.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import type { Result } from '#server/result.ts';

/** Runs a request to the named provider. */
export async function callProvider<T>(name: string, work: () => Promise<T>): Promise<Result<T, AuthFailure>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    reportProviderError(name, error instanceof Error ? describeProviderError(error) : 'UNKNOWN');
    return fail('provider-failed');
  }
}

/**
 * Reports the kind of error to the operator, such as `invalid_client` for a wrong secret. The report never contains the
 * provider's response, which could include codes or tokens, or text from a visitor.
 */
export function reportProviderError(name: string, word: string): void {
  const known = /^[\w ]{1,120}$/.test(word) ? word : 'UNKNOWN';
  reportBug(Object.assign(new Error(`The sign-in provider ${name} failed: ${known}`), { stack: '' }));
}

/**
 * Collects the error codes of the library and the system, and the standard OAuth code if there is one (RFC 6749,
 * section 5.2).
 */
export function describeProviderError(error: Error): string {
  const codes = [error, error.cause].map(readErrorCode).filter((code) => code !== 'UNKNOWN');
  const oauthCodes = 'error' in error && typeof error.error === 'string' ? [error.error] : [];
  return [...new Set([error.name, ...codes, ...oauthCodes])].join(' ');
}
