/** Cleans the name by which people know each other in shared lists (product A7). */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { cleanName } from './clean-name.ts';

/** The most characters of a display name; the backend cuts longer ones. */
const DISPLAY_NAME_LIMIT = 60;

/** Characters count as code points, as the backend counts them. @returns the clean name; '' for a blank one, which means that the person gave none */
export function cleanDisplayName(text: string): Result<string, { readonly type: 'long-display-name' }> {
  const clean = cleanName(text);
  if (clean.ok)
    return Array.from(clean.value).length > DISPLAY_NAME_LIMIT ? fail({ type: 'long-display-name' }) : clean;
  return clean.failure.type === 'blank-name' ? ok('') : fail({ type: 'long-display-name' });
}
