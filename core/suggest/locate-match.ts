/** Finds the part of a name that matches a part of its loose key, so that the screen can highlight it. */
import { looseKey } from '#core/name/name-key.ts';

/**
 * Converts a range of the loose key to a range of the name (product L8). Their lengths differ where the key dropped accents or
 * spelled out a letter. The range is widened to whole visible characters, so that no emoji is split.
 *
 * @param from the start of the match in `looseKey(name)`
 * @param to the end of the match there; greater than `from`
 * @returns UTF-16 offsets for `name.slice(start, end)`
 */
export function locateMatch(name: string, from: number, to: number): readonly [start: number, end: number] {
  // For plain names, which are most, the key only changed the case.
  if (name.toLowerCase() === looseKey(name)) return [from, to];
  const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name);
  const first = characters.containing(shortestStart(name, from + 1) - 1);
  const last = characters.containing(shortestStart(name, to) - 1);
  return [first?.index ?? 0, last === undefined ? name.length : last.index + last.segment.length];
}

/** The length of the shortest beginning of the name whose loose key has `keyLength` units, by binary search. */
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
