/** Finds the part of a written name that a part of its loose key stands for, so that a screen can mark it. */
import { looseKey } from '#core/name/name-key.ts';

/**
 * Translates a range of the loose key into a range of the name. The two differ in length where the key lost accents
 * or spelled a letter out. The range is widened to whole visible characters: half an emoji must not be marked.
 *
 * @param name the name as written
 * @param from where the match begins in `looseKey(name)`
 * @param to where it ends there; beyond `from`
 * @returns UTF-16 offsets for `name.slice(start, end)`
 * Rule: product L8.
 */
export function locateMatch(name: string, from: number, to: number): readonly [start: number, end: number] {
  // Plain and clean, as nearly all are: then the key only changed the case.
  if (name.toLowerCase() === looseKey(name)) return [from, to];
  const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name);
  const first = characters.containing(shortestStart(name, from + 1) - 1);
  const last = characters.containing(shortestStart(name, to) - 1);
  return [first?.index ?? 0, last === undefined ? name.length : last.index + last.segment.length];
}

/** The length of the shortest beginning of the name whose loose key is `keyLength` long; found by halving. */
function shortestStart(name: string, keyLength: number): number {
  let low = 1;
  let high = name.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (looseKey(name.slice(0, middle)).length >= keyLength) high = middle;
    else low = middle + 1;
  }
  return low;
}
