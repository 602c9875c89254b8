/** Makes a name short enough that was kept before names had a limit (product D1, L10). */
import { NAME_LIMIT, NAME_UNITS_LIMIT } from '#core/name/clean-name.ts';

/** The first 200 characters as a person counts them: no emoji and no accent is cut in two. */
export function cutName(text: string): string {
  let name = '';
  let count = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.trimStart())) {
    if (count === NAME_LIMIT || name.length + segment.length > NAME_UNITS_LIMIT) break;
    name += segment;
    count += 1;
  }
  return name;
}
