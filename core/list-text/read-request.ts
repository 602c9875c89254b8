/** Reads what a message says around its items: `hey can you get` before them, and `thx` after them. */
import type { EntryOptions } from '#core/amount/split-amount.ts';
import { phrasesOf } from '#core/language/words.ts';
import { memoize } from '#core/memoize.ts';
import { endsWithThing, isThing } from './line/split-remarks.ts';
import { isKind, isPhrase, isText, skipPhrase, sliceOf, toLine, type Line } from './line/tokens.ts';

export type Request = {
  /** What the message says before the items. */
  readonly before: string;
  readonly said: string;
};

/** Splits a message at its first item; null for any other text. */
export function readRequest(text: string, options: EntryOptions): Request | null {
  const line = toLine(text.replace(/^[¿¡]\s*/u, ''), options);
  const greeted = skipGreeting(line, 0);
  const at = skipAsking(line, greeted) ?? skipNeed(line, greeted) ?? skipAddition(line) ?? skipContext(line);
  const start = at > 0 && isText(line, at, ':', ',') ? at + 1 : at;
  const said = sliceOf(line, start, line.tokens.length);
  if (start === 0 || !/[\p{L}\p{N}]/u.test(said)) return null;
  return { before: sliceOf(line, 0, start).replace(/[\s,:]+$/u, ''), said };
}

/** People write fewer tokens than this before they ask. */
const CONTEXT_LIMIT = 30;

/** The token after the request of `I'm late so could you get milk`; 0 without one. No known item comes before it. */
function skipContext(line: Line): number {
  for (
    let at = 1;
    at < Math.min(line.tokens.length, CONTEXT_LIMIT) && !isThing(line, sliceOf(line, at - 1, at));
    at += 1
  ) {
    const next = skipAsking(line, at) ?? (isReason(line, at) ? skipNeed(line, at) : null);
    if (next !== null) return next;
  }
  return 0;
}

/** `so we need`, but not `the present we need to order`. */
const isReason = (line: Line, at: number): boolean =>
  isText(line, at, 'we', 'i', 'wir', 'ich') && isText(line, at - 1, ',', '.', '!', '-', '–', 'so', 'and', 'also');

/** Whether the text before a colon only asks for what follows: `can you get`, `hi Anna, here's my list`, `get today`, `also`. */
export function isRequestAlone(text: string, options: EntryOptions): boolean {
  const line = toLine(`${withoutDay(text, options)}:`, options);
  const end = line.tokens.length - 1;
  const start = skipAddressee(line, skipGreeting(line, 0));
  const at = skipAsking(line, start) ?? skipNeed(line, start) ?? skipPhrase(line, start, 'introductions');
  return at === end && (at > start || (end === 1 && beginsWithMore(line)));
}

function withoutDay(text: string, options: EntryOptions): string {
  const line = toLine(text, options);
  const last = line.tokens.length - 1;
  return last > 0 && isPhrase(line, last, 'days') ? sliceOf(line, 0, last) : text;
}

/** The token after the `Anna,` of `Hi Anna, we need`; `at` itself for none. */
const skipAddressee = (line: Line, at: number): number =>
  at > 0 && isKind(line, at, 'word') && isText(line, at + 1, ',') ? at + 2 : at;

function skipGreeting(line: Line, at: number): number {
  const next = skipPhrase(line, at, 'greetings');
  // `please` is also a greeting, but not in `please get milk`.
  if (next === at || skipAsking(line, at) !== null) return at;
  return skipGreeting(line, isText(line, next, ',', '!', '.', '-', '–', '—', '…') ? next + 1 : next);
}

/** `can you please get me`: words that need a verb after them. */
function skipAsking(line: Line, at: number): number | null {
  const asked = skipPhrase(line, at, 'askers');
  const verb = skipFillers(line, asked);
  const next = skipPhrase(line, verb, 'verbs');
  return asked === at || next === verb ? null : skipFillers(line, next);
}

/** `we need`, `we still need to buy`. But not `we need to talk`. */
function skipNeed(line: Line, at: number): number | null {
  const needed = skipPhrase(line, at, 'needs');
  if (needed === at) return null;
  const next = skipFillers(line, needed);
  const verb = skipPhrase(line, next, 'verbs');
  if (verb > next) return skipFillers(line, verb);
  return isText(line, next - 1, 'to') || (skipPhrase(line, at, 'bareVerbs') === needed && !isMessage(line, needed))
    ? null
    : next;
}

/** A verb alone may begin a name: `get well card`, `grab bars`. It asks for something before a number, a name that the app knows, or a colon. */
function isMessage(line: Line, at: number): boolean {
  return isText(line, at, ':') || isBeforeItem(line, skipFillers(line, at));
}

/** No name begins with these. */
const MORE: ReadonlySet<string> = new Set('and also um umm uh erm und auch ähm et aussi euh y tambien eh'.split(' '));

const beginsWithMore = (line: Line): boolean => isMore(line, 0);

const isMore = (line: Line, at: number): boolean => MORE.has(line.tokens[at]?.key ?? '');

/** `also 6 eggs`, `yes, and eggs`: one more item. */
function skipAddition(line: Line, at = 0): number | null {
  const next = skipPhrase(line, at, 'additions');
  if (next === at) return null;
  const start = isText(line, next, ',', '!', ':') ? next + 1 : next;
  const asks = [at, next - 1].some((word) => isMore(line, word)) || isBeforeItem(line, start);
  if (asks) return start < line.tokens.length ? start : null;
  return start > next ? skipAddition(line, start) : null;
}

function isBeforeItem(line: Line, at: number): boolean {
  const rest = sliceOf(line, at, line.tokens.length).replace(/[\s.!?]+$/u, '');
  const ends = [...rest.matchAll(messagePatterns().nameEnd)]
    .slice(0, 2)
    .map(({ index }) => rest.slice(0, index).trim());
  const isNamed = [...ends, rest].some((name) => isThing(line, name)) || endsWithThing(line, ends[0] ?? '');
  return isKind(line, at, 'number') || isPhrase(line, at, 'articles') || isNamed;
}

function skipFillers(line: Line, at: number): number {
  const next = skipPhrase(line, at, 'fillers');
  return next > at && line.tokens[next] !== undefined ? skipFillers(line, next) : at;
}

const toPattern = (phrases: ReadonlySet<string>): string =>
  [...phrases]
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) =>
      phrase
        .replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
        // Phones write a curly one, and many people none.
        .replace(/['’]/gu, "[’']?")
        .replace(/\s/gu, String.raw`\s`),
    )
    .join('|');

const toEnd = (said: string): RegExp =>
  new RegExp(String.raw`^(?<rest>.*?[^\s,.!?–-])[\s,.!?–-]+(?<after>${said})[\s.!?]*$`, 'iu');

/** The patterns of the words around and after the items of a message. */
export const messagePatterns = memoize<void, MessagePatterns>(() => {
  // With accents or without.
  const thanks = `(?:${toPattern(phrasesOf('thanks'))}|s[’']?il\\ste\\splaît|s[’']?il\\svous\\splaît)`;
  const asides = `(?:${toPattern(phrasesOf('asides'))})`;
  const kisses = `(?<!\\p{Nd}\\s)(?:${toPattern(phrasesOf('kisses'))})`;
  const said = String.raw`(?:${thanks}(?![\p{L}])|${asides}(?=\s*(?:[,.;!?]|$)))`;
  return {
    nameEnd: new RegExp(String.raw`,|\s(?:and|&|und|et|y|${thanks})(?![\p{L}\p{N}])|\s\(`, 'giu'),
    sentenceEnd: new RegExp(String.raw`\s*[?!.]+(?=\s|$)|,?\s(?<thanks>${said}(?:,?\s${said})*)`, 'giu'),
    thanksAtEnd: toEnd(`${thanks}|${asides}|${kisses}`),
    closing: toEnd(`${thanks}|${asides}|${kisses}|${toPattern(phrasesOf('closings'))}`),
  };
});

type MessagePatterns = {
  readonly nameEnd: RegExp;
  /** `.`, `?`, `!`, or words that may end a sentence without one: a polite word anywhere, and an aside before a mark or the end. */
  readonly sentenceEnd: RegExp;
  readonly thanksAtEnd: RegExp;
  readonly closing: RegExp;
};

export type SplitEnd = { readonly rest: string; readonly after: string };

/** Splits what ends a message: `2 avocados please x`. Null for any other text. */
export const splitThanks = (text: string): SplitEnd | null => splitEnds(text, messagePatterns().thanksAtEnd);

/** Splits what ends a message that asks for its items, such as the `mit` of `bring Milch mit`. */
export const splitClosing = (text: string): SplitEnd =>
  splitEnds(text, messagePatterns().closing) ?? { rest: text, after: '' };

/** More than people write at the end of a message. */
const ENDS_LIMIT = 5;

function splitEnds(text: string, end: RegExp): SplitEnd | null {
  const said: string[] = [];
  let rest = text;
  for (let found = end.exec(rest)?.groups; found !== undefined && said.length < ENDS_LIMIT;) {
    rest = found['rest'] ?? '';
    said.unshift(found['after'] ?? '');
    found = end.exec(rest)?.groups;
  }
  return said.length === 0 ? null : { rest, after: said.join(' ') };
}

/** Whether only a letter, an `xo` or kisses in capitals end a message. They may also end a name: `Dos XX`. */
export const isKissAlone = (after: string): boolean => /^(?:\p{L}|xo|X+O?)$/u.test(after);
