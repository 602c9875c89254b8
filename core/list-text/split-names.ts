/** Splits a line that has several items: `milk, 6 eggs and bread`, or a message that asks for them (product Q4). */
import { LINE_LIMIT, parseEntry } from '#core/amount/parse-entry.ts';
import type { Entry } from '#core/amount/parse-entry.ts';
import type { EntryOptions } from '#core/amount/split-amount.ts';
import { nameKey } from '#core/name/name-key.ts';

export type SplitNames = {
  readonly entries: readonly Entry[];
  /** What the message says before the items, such as `can you get`; '' for none. */
  readonly before: string;
  /** What the message says after the items, such as `thx`; '' for none. */
  readonly after: string;
};

/**
 * Splits a line at commas and `and`. A line without a request is split only if the app knows all of its names, because
 * `tofu, extra firm` is one item.
 * @returns null for a line that is one item
 */
export function splitNames(text: string, options: EntryOptions): SplitNames | null {
  if (text.length > LINE_LIMIT || options.isKnownName(text)) return null;
  return splitMessage(text, options) ?? splitKnownNames(text, options);
}

const GREETING = String.raw`(?:(?:hey|hi|hello|ok|okay|oh|also|sorry|btw|mom|mum|dad|love|honey|babe|dear)\b[\s,!.–—-]*)*`;
const VERB = String.raw`(?:get|buy|grab|pick\sup|bring(?:\shome)?|add)`;
const REQUEST = String.raw`(?:(?:can|could|would|will)\s(?:you|u)|don[’']?t\sforget(?:\sto)?|remember\sto|please|pls)(?:\s(?:please|pls|also|maybe))*\s${VERB}(?:\s(?:me|us))?`;
const NEED = String.raw`(?:we|i)(?:\sstill|\salso)?(?:\sneed(?:\sto\s${VERB})?|[’']re\sout\sof|\sare\sout\sof)`;

/** A request, the items up to the end of its sentence, and the rest of the message. */
const MESSAGE = new RegExp(
  String.raw`^(?<before>${GREETING}(?:${REQUEST}|${NEED}))\s+(?!to\s)(?<items>.+?)(?<after>\s*(?:[?!.](?:\s.*)?|,?\s(?:please|pls|thx|thanks|thank\syou)\b.*))?$`,
  'iu',
);

/** A message is split without knowing the names. `mac and cheese` is one item if the app knows it. */
function splitMessage(text: string, options: EntryOptions): SplitNames | null {
  const { before = '', items, after = '' } = MESSAGE.exec(text)?.groups ?? {};
  if (items === undefined) return null;
  const parts = items
    .split(/,\s*(?:and\s|&\s)?/u)
    .flatMap((part) => splitAnd(part, options))
    .filter((part) => nameKey(part) !== '');
  const entries = parts.map((part) => parseEntry(withoutArticle(part), options));
  return { entries, before, after: after.replace(/^[\s?!.,]+/u, '') };
}

/** Splits after each known name, and otherwise at the first `and`. */
function splitAnd(text: string, options: EntryOptions): readonly string[] {
  if (isKnown(text, options)) return [text];
  const places = [...text.matchAll(/\s(?:and|&|plus)\s/gu)];
  const [first] = places;
  if (first === undefined) return [text];
  const place = places.find(({ index }) => isKnown(text.slice(0, index), options)) ?? first;
  return [text.slice(0, place.index), ...splitAnd(text.slice(place.index + place[0].length), options)];
}

const isKnown = (text: string, options: EntryOptions): boolean => options.isKnownName(parseEntry(text, options).name);

const withoutArticle = (text: string): string => text.replace(/^\s*(?:some|the|an?)\s+(?=\S)/u, '');

/** Null if the app does not know all of these names. */
function splitKnownNames(text: string, options: EntryOptions): SplitNames | null {
  if (!text.includes(',')) return null;
  const entries = text.split(/,\s*(?:and\s)?|\sand\s/u).map((part) => parseEntry(part, options));
  const isList = entries.length > 1 && entries.every(({ name }) => options.isKnownName(name));
  return isList ? { entries, before: '', after: '' } : null;
}
