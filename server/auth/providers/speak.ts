/** Speaking with a provider, which may be away, wrongly set up or hostile: all of that is one failure to the browser. */
import { readErrorCode } from '#server/error-code.ts';
import { reportBug } from '#server/report-bug.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import type { Result } from '#server/result.ts';

/** Does what needs the provider of this name. */
export async function speakWith<T>(name: string, work: () => Promise<T>): Promise<Result<T, AuthFailure>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    reportTrouble(name, error instanceof Error ? describeTrouble(error) : 'UNKNOWN');
    return fail('provider-failed');
  }
}

/**
 * The operator learns which kind of trouble there was, such as `invalid_client` for a wrong secret; never what was said, in
 * which codes and tokens may stand, and nothing that a visitor could have written.
 */
export function reportTrouble(name: string, word: string): void {
  const known = /^[\w ]{1,120}$/.test(word) ? word : 'UNKNOWN';
  reportBug(Object.assign(new Error(`The sign-in provider ${name} failed: ${known}`), { stack: '' }));
}

/** Words of the library and of the system, and that of the standard where the provider used one (RFC 6749 section 5.2). */
function describeTrouble(error: Error): string {
  const codes = [error, error.cause].map(readErrorCode).filter((code) => code !== 'UNKNOWN');
  const said = 'error' in error && typeof error.error === 'string' ? [error.error] : [];
  return [...new Set([error.name, ...codes, ...said])].join(' ');
}
