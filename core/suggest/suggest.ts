/** Suggests known names while the shopper types (product L8). */
import { NAME_UNITS_LIMIT } from '#core/name/clean-name.ts';
import { looseKey, nameKey } from '#core/name/name-key.ts';
import { isTypo, type Typed } from './find-resembling.ts';
import { letterBits, type KnownName, type KnownNames } from './known-names.ts';

export type Suggestion = {
  readonly name: string;
  /** The id of the category the name was last used with, where the list has it now. */
  readonly category: string;
  /** The part of the name that was typed, to highlight; null after a typo. */
  readonly match: readonly [start: number, end: number] | null;
};

/**
 * Returns the best known names for the typed text: first an exact match, then names that begin with the text, names with a word
 * that does, names that contain it, and last names with one or two typos. Equal matches are ordered: the account's names first,
 * latest first; then the catalogue's, shorter first, then by name. Fast enough for every keystroke with 10,000 names; never
 * throws.
 *
 * @param text the typed text, clean or not; if it is invisible or longer than a name, there are no suggestions
 * @param limit the most suggestions
 */
export function suggest(known: KnownNames, text: string, limit = 6): readonly Suggestion[] {
  const query = readQuery(text);
  if (query.loose === '' || limit <= 0) return [];
  const best: Ranked[] = [];
  // The account's and the catalogue's entry of a name may have the same place; then the second is dropped.
  const room = 2 * limit;
  const offer = (rankOf: RankOf): void => {
    for (const name of known.list()) {
      const rank = rankOf(query, name);
      if (rank !== null) keepBest({ best, limit: room, order: known.order }, { name, rank });
    }
  };
  offer(rankMatch);
  // A typo ranks below any match, so it is looked for only where there is room.
  if (best.length < limit && query.typos > 0) offer(rankTypo);
  return dropTwins(best, known)
    .slice(0, limit)
    .map(({ name, rank, place }) => ({
      name: name.name,
      category: place,
      match: rank > RANK.within ? null : markMatch(query, name),
    }));
}

type Placed = Ranked & { readonly place: string };

/** Each name once for each place, the best first. */
function dropTwins(best: readonly Ranked[], known: KnownNames): readonly Placed[] {
  const byPlace = new Map<string, Placed>();
  for (const ranked of best) {
    const place = known.place(ranked.name.category);
    const key = `${ranked.name.key}\n${place}`;
    if (!byPlace.has(key)) byPlace.set(key, { ...ranked, place });
  }
  return [...byPlace.values()];
}

type Query = Typed & { readonly key: string; readonly letters: number };
type Ranked = { readonly name: KnownName; readonly rank: number };
type RankOf = (query: Query, name: KnownName) => number | null;

/** The ranks of matches in their order; `oneTypo` and above are typos. */
const RANK = { same: 0, sameButAccents: 1, start: 2, wordStart: 3, within: 4, oneTypo: 5, twoTypos: 6 } as const;

function readQuery(text: string): Query {
  // Do not spend time on a long pasted text.
  const typed = text.length > NAME_UNITS_LIMIT ? '' : text;
  const loose = looseKey(typed);
  // In a short word, one typo turns any word into another.
  const typos = loose.length >= 8 ? 2 : loose.length >= 4 ? 1 : 0;
  return { key: nameKey(typed), loose, letters: letterBits(loose), typos };
}

const rankMatch: RankOf = (query, name) => {
  const at = findTyped(query.loose, name.loose);
  if (at === -1) return null;
  if (query.key === name.key) return RANK.same;
  if (query.loose === name.loose) return RANK.sameButAccents;
  if (at === 0) return RANK.start;
  return isWordStart(name.loose, at) ? RANK.wordStart : RANK.within;
};

const rankTypo: RankOf = (query, name) => {
  // Each typed letter that the name lacks costs a typo. This excludes most names quickly.
  if (countBits(query.letters & ~name.letters) > query.typos || name.loose.includes(query.loose)) return null;
  if (!startsWithTypo(query, name.loose)) return null;
  return query.typos === 1 || startsWithTypo({ loose: query.loose, typos: 1 }, name.loose)
    ? RANK.oneTypo
    : RANK.twoTypos;
};

/** The position of the text: the start of a word if possible, otherwise the first occurrence; -1 if there is none. */
function findTyped(typed: string, loose: string): number {
  const first = loose.indexOf(typed);
  for (let at = first; at !== -1; at = loose.indexOf(typed, at + 1)) if (isWordStart(loose, at)) return at;
  return first;
}

function isWordStart(loose: string, at: number): boolean {
  return at === 0 || ' -/(&,.'.includes(loose.charAt(at - 1));
}

function startsWithTypo(typed: Typed, loose: string): boolean {
  let start = 0;
  do {
    if (isNearStart(typed.loose, loose, start) && isTypo(typed, loose, start)) return true;
    start = loose.indexOf(' ', start) + 1;
  } while (start > 0);
  return false;
}

/**
 * Whether one of the first two letters is among the word's first two. One typo cannot change that. Two can, but a word that is
 * wrong from its first letter is rarely the intended one. This excludes most words quickly.
 */
function isNearStart(typed: string, text: string, start: number): boolean {
  const first = typed.charCodeAt(0);
  const second = typed.charCodeAt(1);
  const near = text.charCodeAt(start);
  const next = text.charCodeAt(start + 1);
  return first === near || first === next || second === near || second === next;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

function markMatch(query: Query, name: KnownName): readonly [start: number, end: number] {
  const at = findTyped(query.loose, name.loose);
  return locateMatch(name.name, at, at + query.loose.length);
}

type Best = { readonly best: Ranked[]; readonly limit: number; readonly order: KnownNames['order'] };

/** Keeps the best few. One letter can match thousands of names, and sorting all of them would take long. */
function keepBest({ best, limit, order }: Best, candidate: Ranked): void {
  let at = best.length;
  for (let above = best[at - 1]; above !== undefined && isBetter(candidate, above, order); above = best[at - 1]) {
    at -= 1;
  }
  if (at >= limit) return;
  best.splice(at, 0, candidate);
  if (best.length > limit) best.pop();
}

function isBetter(a: Ranked, b: Ranked, order: KnownNames['order']): boolean {
  return (
    (a.rank - b.rank ||
      b.name.recency - a.name.recency ||
      a.name.name.length - b.name.name.length ||
      order(a.name.name, b.name.name)) < 0
  );
}

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
