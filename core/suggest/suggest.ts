/** Offers known names while a shopper types (product L8). */
import { NAME_UNITS_LIMIT } from '#core/name/clean-name.ts';
import { looseKey, nameKey } from '#core/name/name-key.ts';
import { isTypo, type Typed } from './is-typo.ts';
import { letterBits, type KnownName, type KnownNames } from './known-names.ts';
import { locateMatch } from './locate-match.ts';

export type Suggestion = {
  readonly name: string;
  /** The id of the category the name was last used with. */
  readonly category: string;
  /** The part of the name that was typed, for marking it; null where a typo was forgiven. */
  readonly match: readonly [start: number, end: number] | null;
};

/**
 * The best known names for what is typed so far. A name typed exactly comes first, then names that begin with the
 * text, names with a word that does, names that contain it, and last those a slip or two away. Among equals the
 * account's own come first, latest first; then the catalogue's, shorter first, then by name.
 * Fast enough for every keystroke over 10,000 names; never throws.
 *
 * @param known the names to choose from
 * @param text what is typed, clean or not; when it has nothing to see, or is longer than a name, nothing is offered
 * @param limit how many at most
 * Rule: product L8.
 */
export function suggest(known: KnownNames, text: string, limit = 6): readonly Suggestion[] {
  const query = readQuery(text);
  if (query.loose === '' || limit <= 0) return [];
  const best: Ranked[] = [];
  const offer = (rankOf: RankOf): void => {
    for (const name of known.list()) {
      const rank = rankOf(query, name);
      if (rank !== null) keepBest({ best, limit, order: known.order }, { name, rank });
    }
  };
  offer(rankMatch);
  // A typo ranks below any match, so it is looked for only where there is room.
  if (best.length < limit && query.slips > 0) offer(rankTypo);
  return best.map(({ name, rank }) => ({
    name: name.name,
    category: name.category,
    match: rank > RANK.within ? null : markMatch(query, name),
  }));
}

type Query = Typed & { readonly key: string; readonly letters: number };
type Ranked = { readonly name: KnownName; readonly rank: number };
type RankOf = (query: Query, name: KnownName) => number | null;

/** In the order of rule L8; `oneSlip` and above are typos. */
const RANK = { same: 0, sameButAccents: 1, start: 2, wordStart: 3, within: 4, oneSlip: 5, twoSlips: 6 } as const;

function readQuery(text: string): Query {
  // A pasted book is not a name, and is not worth the time to read it.
  const typed = text.length > NAME_UNITS_LIMIT ? '' : text;
  const loose = looseKey(typed);
  // In a short word one slip makes any word of another.
  const slips = loose.length >= 8 ? 2 : loose.length >= 4 ? 1 : 0;
  return { key: nameKey(typed), loose, letters: letterBits(loose), slips };
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
  // Each letter that was typed but is not in the name takes a slip: this spares most names the closer look.
  if (countBits(query.letters & ~name.letters) > query.slips || name.loose.includes(query.loose)) return null;
  if (!startsWithTypo(query, name.loose)) return null;
  return query.slips === 1 || startsWithTypo({ loose: query.loose, slips: 1 }, name.loose)
    ? RANK.oneSlip
    : RANK.twoSlips;
};

/** Where the text was found: at the start of a word if it is there, else wherever it comes first; -1 for nowhere. */
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
 * Whether one of the first two letters is among the word's first two. One slip cannot undo that; two can, but a word
 * wrong from its first letter on is hardly the one that was meant, and this spares most words the closer look.
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

/** One letter can match thousands of names: keeping the few best as they come spares sorting them all. */
function keepBest({ best, limit, order }: Best, candidate: Ranked): void {
  let place = best.length;
  for (let above = best[place - 1]; above !== undefined && isBetter(candidate, above, order); above = best[place - 1]) {
    place -= 1;
  }
  if (place >= limit) return;
  best.splice(place, 0, candidate);
  if (best.length > limit) best.pop();
}

function isBetter(a: Ranked, b: Ranked, order: KnownNames['order']): boolean {
  return (
    (a.rank - b.rank ||
      b.name.turn - a.name.turn ||
      a.name.name.length - b.name.name.length ||
      order(a.name.name, b.name.name)) < 0
  );
}
