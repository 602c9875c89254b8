/** Splits the name from what a line says about it: how to prepare it, what it is for, and text in brackets. */
import { readBracket, readMeasure, skipMeasures } from './read-count.ts';
import { isAdjacent, isKind, isPhrase, isText, skipPhrase, sliceOf, type Line } from './tokens.ts';

export type NameAndRemarks = {
  readonly name: string;
  readonly notes: readonly string[];
};

/**
 * Splits the tokens of a name.
 * @param from the first token of the name
 * @param hasAmount whether an amount is before it. Only then a comma may begin any remark: `tofu, extra firm` is one name.
 */
export function splitRemarks(line: Line, from: number, hasAmount: boolean): NameAndRemarks {
  const start = skipPreparation(line, from);
  const cut = findCut(line, start, hasAmount);
  const end = cut?.at ?? line.tokens.length;
  const { name, notes } = hasAmount ? takeBrackets(line, start, end) : { name: sliceOf(line, start, end), notes: [] };
  const first = start > from ? [sliceOf(line, from, start).replace(/,$/u, '')] : [];
  return { name, notes: cut === null ? [...first, ...notes] : [...first, ...notes, ...cut.notes] };
}

/** `finely chopped` before the name. `chopped` alone is often a part of it, as in `chopped tomatoes`. */
function skipPreparation(line: Line, from: number): number {
  const adverb = skipPhrase(line, from, 'adverbs');
  const next = adverb > from ? skipPhrase(line, adverb, 'prepared') : adverb;
  const isBeforeName =
    next > adverb && isKind(line, next, 'word') && !isPhrase(line, next, 'remarks', 'endings', 'plus');
  return isBeforeName ? next : from;
}

type Cut = {
  /** The token after the name. */
  readonly at: number;
  readonly notes: readonly string[];
};

/** More commas than a line with one item has. The line is read around each of them. */
const COMMAS_LIMIT = 20;

/** The first place where a remark begins. */
function findCut(line: Line, from: number, hasAmount: boolean): Cut | null {
  let commas = 0;
  let at = from;
  while (at < line.tokens.length && commas <= COMMAS_LIMIT) {
    const bracket = readBracket(line, at);
    const cut = bracket === null && at > from ? cutAt(line, { from, at, hasAmount }) : null;
    if (cut !== null) return cut;
    commas += isText(line, at, ...COMMAS) ? 1 : 0;
    at = bracket === null ? at + 1 : bracket.next;
  }
  return null;
}

const COMMAS = [',', ';', '，'];

type Place = { readonly from: number; readonly at: number; readonly hasAmount: boolean };

function cutAt(line: Line, place: Place): Cut | null {
  const { at } = place;
  if (isText(line, at, ...COMMAS)) return isComma(line, at) ? cutAtComma(line, place) : null;
  if (isText(line, at, '-', '–', '—')) return cutAtDash(line, at);
  if (isText(line, at, ':', '.')) return endsName(line, place) ? toCut(line, at, at + 1) : null;
  return beginsRemark(line, place) ? toCut(line, at, at) : null;
}

/** After a colon, an amount is said of the thing: `3 limes: 2 juiced`. */
const endsName = (line: Line, { at, hasAmount }: Place): boolean =>
  isText(line, at, '.') ? endsSentence(line, at) : hasAmount && !isAdjacent(line, at + 1);

const beginsRemark = (line: Line, place: Place): boolean =>
  (place.hasAmount && (isSizeAtEnd(line, place.at) || isMore(line, place.at))) ||
  isEnding(line, place.from, place.at) ||
  isTrailingPreparation(line, place);

const isEnding = (line: Line, from: number, at: number): boolean =>
  isPhrase(line, at, 'endings') && !isAdjacent(line, at) && !isAllDescribing(line, from, at);

/** `pasta. I prefer fusilli`, but not `St. Louis ribs`. */
const endsSentence = (line: Line, at: number): boolean =>
  isAdjacent(line, at) &&
  !isAdjacent(line, at + 1) &&
  /^\p{Ll}{4,}$/u.test(sliceOf(line, at - 1, at)) &&
  line.tokens[at + 1] !== undefined;

const isComma = (line: Line, at: number): boolean =>
  !(isAdjacent(line, at + 1) && isKind(line, at - 1, 'number') && isKind(line, at + 1, 'number'));

/** The note is the rest of the line. A bracket after how the item is used is a separate note: `to serve (optional)`. */
function toCut(line: Line, at: number, noteFrom: number): Cut {
  const note = sliceOf(line, noteFrom, line.tokens.length).replace(/[,;.]+$/u, '');
  const used = skipPhrase(line, noteFrom, 'endings');
  const bracket = used > noteFrom ? readBracket(line, used) : null;
  const notes =
    bracket?.next === line.tokens.length ? [sliceOf(line, noteFrom, used), bracket.inside] : note === '' ? [] : [note];
  return { at, notes };
}

/** `carrots - peeled`: only how it is prepared or used, because names have dashes too. */
function cutAtDash(line: Line, at: number): Cut | null {
  if (isAdjacent(line, at) || isAdjacent(line, at + 1)) return null;
  return isPhrase(line, at + 1, 'prepared', 'endings', 'remarks') || isPreparation(line, at + 1)
    ? toCut(line, at, at + 1)
    : null;
}

/** `finely chopped`, or `peeled` as an English word: in other languages, `queso rallado` is a thing to buy. */
function isTrailingPreparation(line: Line, { at, from }: Place): boolean {
  const adverb = skipPhrase(line, at, 'adverbs');
  const next = skipPhrase(line, adverb, 'prepared');
  const isPrepared = next > adverb && (adverb > at || sliceOf(line, at, next).endsWith('ed'));
  if (!isPrepared || !isAtEnd(line, next)) return false;
  return !isAllDescribing(line, from, at) && !isText(line, at - 1, '-', 'and', '&', 'or', 'not');
}

/** Whether nothing follows that is a name. */
const isAtEnd = (line: Line, at: number): boolean =>
  line.tokens[at] === undefined ||
  isText(line, at, ',', '(', '.', '&', 'and', 'und', 'et', 'y') ||
  isPhrase(line, at, 'prepositions', 'endings');

const isPreparation = (line: Line, at: number): boolean => {
  const adverb = skipPhrase(line, at, 'adverbs');
  return adverb > at && isPhrase(line, adverb, 'prepared', 'adjectives', 'adverbs');
};

function cutAtComma(line: Line, { from, at, hasAmount }: Place): Cut | null {
  const after = at + 1;
  if (line.tokens[after] === undefined) return toCut(line, at, after);
  const isRemark = isRemarkAfter(line, after);
  if (isAllDescribing(line, from, at) && !isThingBefore(line, { from, at, isRemark })) return null;
  const isSaid = isRemark || (hasAmount && (isMeasureAtEnd(line, after) || !isNextName(line, { from, at })));
  return isSaid ? toCut(line, at, after) : null;
}

/** An orange is also a color. */
const isThingBefore = (line: Line, { from, at, isRemark }: Omit<Place, 'hasAmount'> & { readonly isRemark: boolean }) =>
  isRemark && isThing(line, sliceOf(line, from, at));

/** `1 chicken, 3-4 lb`: its size. */
const isMeasureAtEnd = (line: Line, at: number): boolean =>
  readMeasure(line, at) !== null && skipMeasures(line, at) === line.tokens.length;

/** `2 coke 500 ml`, `2 Dosen Mais à 400 g`: the size of each. */
const isSizeAtEnd = (line: Line, at: number): boolean =>
  isMeasureAtEnd(line, at) || (isText(line, at, 'à', 'je', 'a', 'of', 'de') && isMeasureAtEnd(line, at + 1));

/** `20 g butter + 10 g for the pan`, `3 eggs plus 2 yolks`. */
const isMore = (line: Line, at: number): boolean => {
  const next = skipPhrase(line, at, 'plus');
  return (
    next > at && (readMeasure(line, next) !== null || (isText(line, at, 'plus', '+') && isKind(line, next, 'number')))
  );
};

const isRemarkAfter = (line: Line, at: number): boolean =>
  isPhrase(line, at, 'prepared', 'endings', 'remarks') || isPreparation(line, at) || hasParticiple(line, at);

/** `tails removed`, before the next comma. */
function hasParticiple(line: Line, from: number): boolean {
  for (let at = from; at < line.tokens.length && !isText(line, at, ',', '('); at += 1) {
    const next = skipPhrase(line, at, 'prepared');
    const isEnd = line.tokens[next] === undefined || isText(line, next, ',', '(', 'and', 'y', 'et', 'und');
    if (next > at && isEnd) return true;
  }
  return false;
}

/** Whether all words describe something that follows: `small, firm`, `peeled and deveined`. */
function isAllDescribing(line: Line, from: number, to: number): boolean {
  let at = from;
  while (at < to) {
    const next = skipPhrase(line, at, 'adjectives', 'sizes', 'heaps', 'prepared', 'adverbs');
    if (next === at && !isText(line, at, ',', 'and', 'or', '&', 'und', 'et', 'y', '-')) return false;
    at = Math.max(next, at + 1);
  }
  return true;
}

/** Whether the text after a comma continues the name, or begins another one: `2 navel, Cara Cara or blood oranges`. */
function isNextName(line: Line, { from, at }: Pick<Place, 'from' | 'at'>): boolean {
  const after = at + 1;
  if (isKind(line, after, 'number')) return true;
  const before = sliceOf(line, from, at);
  const rest = sliceOf(line, after, line.tokens.length)
    .replace(/\([^()]*\)/gu, '')
    .trim();
  const parts = rest.split(/,|\b(?:and|or|und|oder|et|ou|y|o)\b/u).map((part) => part.trim());
  if (parts.some((part) => isThing(line, part))) return true;
  if (endsWithThing(line, before)) return false;
  if (endsWithThing(line, rest) || /\b(?:or|oder|ou|o)\b/u.test(rest)) return true;
  // German nouns have a capital, and adjectives before them have none.
  return !/\p{Lu}/u.test(before) && /\p{Lu}\p{L}*$/u.test(rest) && /^\p{Ll}/u.test(rest);
}

/** Whether the app knows the name, in the singular or plural. */
export const isThing = ({ options }: Pick<Line, 'options'>, name: string): boolean =>
  name !== '' &&
  [
    ...new Set([
      name,
      `${name}s`,
      `${name}es`,
      name.replace(/e?s$/u, ''),
      name.replace(/s$/u, ''),
      name.replace(/y$/u, 'ies'),
    ]),
  ].some((one) => options.isKnownName(one));

/** Few names have more words. */
const LONGEST_NAME = 4;

/** Whether the last words are a known name: `yellow onion`. */
export function endsWithThing(line: Pick<Line, 'options'>, text: string): boolean {
  const words = text.split(/\s+/u).slice(-LONGEST_NAME);
  return words.some((_, at) => isThing(line, words.slice(at).join(' ')));
}

/** The name without brackets, and what is in them. Without an amount, brackets at the end are read by the add field's rules. */
function takeBrackets(line: Line, from: number, to: number): NameAndRemarks {
  const parts: string[] = [];
  const notes: string[] = [];
  let begin = from;
  let at = from;
  while (at < to) {
    const bracket = readBracket(line, at);
    if (bracket === null || bracket.inside === '' || bracket.next > to || isAdjacentWord(line, at, bracket.next)) {
      at += 1;
      continue;
    }
    parts.push(sliceOf(line, begin, at));
    notes.push(bracket.inside);
    at = bracket.next;
    begin = at;
  }
  parts.push(sliceOf(line, begin, to));
  return { name: joinParts(parts), notes };
}

/** A bracket within a word, as in `egg(s)` or `Zwiebel(n)rot`. */
const isAdjacentWord = (line: Line, at: number, next: number): boolean =>
  isAdjacent(line, at) && isKind(line, at - 1, 'word') && isAdjacent(line, next) && isKind(line, next, 'word');

const joinParts = (parts: readonly string[]): string =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ')
    .replace(/\s+(?=[,;.])/gu, '')
    .replace(/[\s,;:–—-]+$/u, '');
