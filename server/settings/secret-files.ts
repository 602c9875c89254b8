/** Reads secrets from files, as container engines provide them: `SMTP_URL_FILE` names a file with the value of `SMTP_URL`. */
import { readFileSync } from 'node:fs';
import { fail, ok, readErrorCode, type Result } from '#server/result.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The failures never contain the path, because a user may have written the secret itself there. */
export type SecretFileFailure =
  | { readonly type: 'secret-set-twice'; readonly variable: string }
  /** `code` is the error code of the system; null if the file is empty. */
  | { readonly type: 'secret-file-unusable'; readonly variable: string; readonly code: string | null };

/** The variable that names the file of a secret. */
export const fileVariable = (secret: string): string => `${secret}_FILE`;

/**
 * Adds each secret that is in a file.
 * @param secrets the variables that can be in a file
 * @returns the environment with the values, or the first failure
 */
export function readSecretFiles(env: Environment, secrets: readonly string[]): Result<Environment, SecretFileFailure> {
  const values: Record<string, string> = {};
  for (const variable of secrets) {
    const file = readVariable(env, fileVariable(variable));
    if (file === '') continue;
    if (readVariable(env, variable) !== '') return fail({ type: 'secret-set-twice', variable });
    const text = readText(file);
    if (!text.ok) return fail({ type: 'secret-file-unusable', variable, code: text.failure });
    values[variable] = text.value;
  }
  return ok({ ...env, ...values });
}

const readVariable = (env: Environment, variable: string): string => env[variable]?.trim() ?? '';

/** Reads a file without its final newline. An empty file is refused, because the server would run without the secret. */
function readText(file: string): Result<string, string | null> {
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return text.trim() === '' ? fail(null) : ok(text);
  } catch (error) {
    return fail(readErrorCode(error));
  }
}
