/** Finds headings among the lines of a pasted text, with and without a mark (product Q7). */
import { isPhraseOf } from '#core/language/words.ts';
import { parseEntry } from '#core/amount/parse-entry.ts';
import { looseKey } from '#core/name/name-key.ts';
import { readAmountPart } from './line/read-amount.ts';
import { readRange } from './line/read-count.ts';
import { isThing } from './line/split-remarks.ts';
import { isPhrase, isText, skipPhrase, toLine } from './line/tokens.ts';
import type { MarkedLine } from './read-marks.ts';
import { isRequestAlone, readRequest } from './read-request.ts';
import type { FindStore } from './read-store.ts';
import { readAmount, readPieces, type EntryOptions } from '#core/amount/split-amount.ts';

/**
 * `category`: of the list, a part of a shop, or a name that may become one. `part`: of a recipe, such as `For the sauce`. `steps`: below it
 * are no items. `owned`: below it is what the shopper has or does not need; only with a mark, since `Got` alone may be anything. `list`: a
 * name of the whole list, a day or a shop. `title`: the same without a mark, so that it is not above its items.
 */
export type HeadingKind = 'category' | 'part' | 'steps' | 'owned' | 'list' | 'title';

export type Heading = {
  readonly name: string;
  readonly kind: HeadingKind;
  /** The items in the same line: `Tools: hammer`; '' for none. */
  readonly items: string;
  /** Whether it names a kind of things, and so becomes a category that the list does not have. */
  readonly mayCreate: boolean;
};

/** Large shops, which people write above what they buy there. */
const SHOPS: ReadonlySet<string> = new Set(
  `aldi, lidl, costco, walmart, target, tesco, sainsbury's, asda, morrisons, waitrose, kroger, publix, safeway, whole foods, trader joe's,
  sam's club, cvs, walgreens, home depot, ikea, rewe, edeka, penny, netto, kaufland, dm, rossmann, carrefour, auchan, leclerc, intermarché,
  monoprix, mercadona, dia, eroski, ocado, superdrug, b&m, home bargains, poundland, co-op, m&s, wilko, b&q, wegmans, meijer, h-e-b, albertsons, food lion, alcampo, el corte inglés, soriana, chedraui, migros, coop, spar, hofer, billa`
    .split(/,\s+/u)
    .map((name) => looseKey(name)),
);

/** The longest heading that may become a category. */
const WORDS_LIMIT = 5;
export const LENGTH_LIMIT = 40;

/** What a name means as a heading with a mark. */
export function kindOf(name: string, options: TextOptions): HeadingKind {
  if (options.isCategoryName(name)) return 'category';
  const unselected = (['steps', 'owned'] as const).find((kind) => isPhraseOf(name, kind));
  if (unselected !== undefined) return unselected;
  if (isPart(name) || isPhraseOf(name, 'markedParts')) return 'part';
  if (isOfList(name, options)) return 'list';
  return isGroupName(name) || isShortName(name) ? 'category' : 'list';
}

/** Whether it names a part of a shop, or a group of things. */
export const isGroupName = (name: string): boolean => isPhraseOf(name, 'aisles', 'groups', 'foods');

/** `Costco run`, `Tesco list`. */
function isShopTrip(name: string): boolean {
  const { shop = '', trip = '' } = /^(?<shop>.+)\s(?<trip>\p{L}+)$/u.exec(name)?.groups ?? {};
  return SHOPS.has(looseKey(shop)) && isPhraseOf(trip, 'listNames');
}

/** The name of a whole list, without a count or a date after it: `Groceries (3)`, `Shopping list 12/5`. Null for other texts. */
export function readListName(text: string): string | null {
  const name = withoutAddition(text);
  return isPhraseOf(name, 'listNames') || isShopTrip(name) || endsWithListName(name) ? name : null;
}

/** `Alexa Shopping List`, `Christmas groceries` */
function endsWithListName(name: string): boolean {
  const words = name.split(' ');
  const [last = '', pair] = [words.at(-1), words.slice(-2).join(' ')];
  return (
    words.length < 6 &&
    !name.includes(':') &&
    (isPhraseOf(pair, 'listNames') || (last.length > 7 && isPhraseOf(last, 'listNames')))
  );
}

const COUNT_OR_DATE =
  /\s(?:\(\p{Nd}[^()]*\)|(?:[-–—]\s)?\p{Nd}{1,2}(?:\/\p{Nd}{1,2}(?:\/\p{Nd}{2,4})?|\.\p{Nd}{1,2}\.(?:\p{Nd}{2,4})?))$/u;

/** Without the bracket of `Shopping List (Alexa)`, too. But `Food (dog)` may be an item. */
function withoutAddition(text: string): string {
  const name = withoutDay(text.replace(COUNT_OR_DATE, ''));
  const bare = name.replace(/\s\([^()]*\)$/u, '');
  return bare.includes(' ') ? bare : name;
}

/** Without a date such as `3 Dec`, or the day of the week. */
function withoutDay(text: string): string {
  const { name, day = '' } = NAMED_DAY.exec(text)?.groups ?? {};
  return name !== undefined && isPhraseOf(day, 'months', 'days') ? name : text;
}

const NAMED_DAY = /^(?<name>.+?)\s(?:[-–—]\s)?(?:\p{Nd}{1,2}(?:st|nd|rd|th)?\.?\s)?(?<day>\p{L}+)\.?$/u;

function isListName(name: string): boolean {
  const bare = name.replace(/\([^()]*\)/gu, '').trim();
  const isList = isPhraseOf(bare, 'listNames', 'needs', 'days', 'servings', 'times');
  return isIngredients(name) || isList || isListFor(bare) || SHOPS.has(looseKey(bare));
}

/** `Shopping for Saturday`, `Einkaufsliste für Oma`. */
function isListFor(name: string): boolean {
  const line = toLine(name, PLAIN);
  const next = skipPhrase(line, 0, 'listNames');
  return next > 0 && isText(line, next, 'for', 'für', 'pour', 'para') && line.tokens.length < 9;
}

const isOfList = (name: string, options: TextOptions): boolean =>
  isListName(name) || isRequest(name, options) || typeof options.findStore?.(name) === 'string';

/** Words that are no name of a category: `Can you get`, `Here's my list`, `Need from Tesco`. */
function isRequest(name: string, options: TextOptions): boolean {
  if (name.length > LENGTH_LIMIT * 2) return false;
  const said = withoutShop(name);
  return said === '' || isRequestAlone(said, options);
}

function withoutShop(name: string): string {
  const { said, shop } = FROM_SHOP.exec(name)?.groups ?? {};
  return said !== undefined && shop !== undefined && SHOPS.has(looseKey(shop)) ? said : name;
}

const FROM_SHOP = /^(?<said>.*?)(?:^|\s)(?:from|at|von|vom|bei|chez)\s(?<shop>.+)$/iu;

const isShortName = (name: string): boolean =>
  name.length <= LENGTH_LIMIT && name.split(/\s+/u).length <= WORDS_LIMIT && /^\p{L}\P{N}*$/u.test(name);

/** Whether a heading is one that only recipes have: `Ingredients`, `For the sauce`. */
export const isOfRecipe = ({ name }: Heading): boolean => isIngredients(name) || isPart(name);

/** Whether a heading names a part of a shop, and not only something that may be one: `Produce`, but not `Tzatziki`. */
export const isAisle = ({ name, kind }: Heading, { isCategoryName }: TextOptions): boolean =>
  kind === 'category' && (isCategoryName(name) || isGroupName(name));

/** `For the sauce`, `To serve`. */
function isPart(name: string): boolean {
  const line = toLine(name, PLAIN);
  const next = skipPhrase(line, 0, 'partBeginnings');
  return (
    next > 0 &&
    line.tokens.length - next <= WORDS_LIMIT &&
    !/[,.!?;]/u.test(name) &&
    !line.tokens.some(({ kind }) => kind === 'number')
  );
}

export const PLAIN = { numbers: { language: 'en', group: ',', write: String }, isKnownName: () => false };

/** `Ingredients`, and with what follows it: `Ingrédients pour 4 personnes`, `Zutaten (4 Portionen)`. */
export function isIngredients(name: string): boolean {
  const line = toLine(name, PLAIN);
  const next = skipPhrase(line, 0, 'ingredients', 'yields');
  const isCounted =
    line.tokens.some(({ kind }) => kind === 'number') ||
    isText(line, next, '(', 'for', 'für', 'pour', 'para', 'de', 'of');
  return (
    isPhraseOf(name, 'ingredients') ||
    (next > 0 && isPhrase(line, 0, 'ingredients') && isCounted && line.tokens.length < 9)
  );
}

/**
 * Reads a line that begins with a heading: `Dairy:`, `# Dairy`, `Tools: hammer`. Null for any other line, and for a message, unless only
 * the colon shows where its items begin: `From Costco: milk`.
 */
export function readMarkedHeading(line: MarkedLine, options: TextOptions): Heading | null {
  const [, name, items] = MARKED.exec(line.text) ?? splitAtDash(line.text, options) ?? [];
  if (name === undefined || items === undefined || isItem(name, items, options))
    return line.isHeading ? toMarked(line.text, '', kindOf(line.text, options)) : null;
  const kind = kindOf(name, options);
  if (!/[\p{L}\p{N}]/u.test(items)) return readAlone(line, name, kind);
  return readAbove(name, { items, kind, text: line.text }, options);
}

function readAbove(name: string, inLine: InLine, options: TextOptions): Heading | null {
  const { items, kind } = inLine;
  if (!isAboveItems(name, inLine, options)) return null;
  return toMarked(name, items, isSender(name, items, options) ? 'list' : kind);
}

/** `Dairy - milk, cheese`: the name of a category before several things. In `Meat - mince, 500g`, it is a part of the name. */
function splitAtDash(text: string, options: TextOptions): readonly string[] | null {
  const found = /^(\p{L}[^,\p{Nd}]*?)\s[-–—]\s(.*,.*)$/u.exec(text);
  const [, name = '', items = ''] = found ?? [];
  return (options.isCategoryName(name) || isGroupName(name)) && areThings(items, options) ? found : null;
}

/** Whether at least two parts are things, and none is only an amount or an adjective. */
function areThings(items: string, options: TextOptions): boolean {
  const parts = items.split(',').map((part) => part.trim());
  const things = parts.filter((part) => isThing({ options }, parseEntry(part, options).name));
  return things.length > 1 && !parts.some((part) => isRemark(part, options));
}

const isRemark = (part: string, options: TextOptions): boolean =>
  /^\p{Nd}[\p{Nd}.,]*$/u.test(part) ||
  isPhraseOf(part, 'adjectives', 'prepared') ||
  (readPieces(part, options.numbers) ?? readAmount(part, options.numbers)) !== null;

/** `Mum: can you get milk` */
const isSender = (name: string, items: string, options: TextOptions): boolean =>
  !options.isCategoryName(name) && !isGroupName(name) && readRequest(items, options) !== null;

/** `2: avocados`, `1 tsp each: cumin, oregano`, `Optional: butter`: an amount or `optional` is before the colon. */
const isItem = (name: string, items: string, options: TextOptions): boolean =>
  /\p{L}/u.test(items) &&
  (isPhraseOf(name, 'endings') ||
    (/^\p{Nd}/u.test(name) &&
      (readPieces(name, options.numbers) ??
        readAmount(name, options.numbers) ??
        readAmountPart(toLine(name, options))) !== null));

/** With a bullet, only the name of a category is a heading. */
const readAlone = ({ isListed }: MarkedLine, name: string, kind: HeadingKind): Heading | null =>
  isListed && kind !== 'category' ? null : toMarked(name, '', kind);

/** A name, a colon, and what follows it. Not the colon of a link, of a smiley, of a clock time such as `14:30`, or of a ratio. */
const MARKED = /^([^:：]*[^\s:：])\s*[:：](?!(?<=\p{Nd}.)\p{Nd})(?!\/\/|-?[()DPp|]\s*$)\s*(.*)$/u;

const toMarked = (name: string, items: string, kind: HeadingKind): Heading => ({
  name,
  kind,
  items,
  mayCreate: kind === 'category',
});

type InLine = { readonly items: string; readonly kind: HeadingKind; readonly text: string };

/** Whether a heading is before its items. A request with its items is read as a message, if it can be. */
function isAboveItems(name: string, inLine: InLine, options: TextOptions): boolean {
  const isAsked = inLine.kind === 'list' && !isListName(name) && isRequest(name, options);
  return isAsked ? readRequest(inLine.text, options)?.before !== name : hasItems(name, inLine, options);
}

/** Whether the text after a colon lists items. `Eggs: 12` is an amount, and `Cheese: cheddar` a remark. */
function hasItems(name: string, inLine: InLine, options: TextOptions): boolean {
  const isLong = name.split(/\s+/u).length >= WORDS_LIMIT;
  if (isLong || isPhraseOf(name, 'servings', 'times', 'oven', 'yields', 'needs')) return false;
  if (isAmount(inLine, options)) return false;
  const isGroup = options.isCategoryName(name) || isGroupName(name);
  return isGroup || mayHaveItems(name, inLine, options);
}

function mayHaveItems(name: string, { items, kind }: InLine, options: TextOptions): boolean {
  if (kind === 'category') return isKindOfThings(name, options) && /\p{L}/u.test(items);
  return kind !== 'list' || !isPhraseOf(name, 'listNames') || items.includes(',');
}

const isAmount = ({ items, text }: InLine, options: TextOptions): boolean =>
  readRange(toLine(items, options), 0) !== null && parseEntry(text, options).amount !== null;

const isKindOfThings = (name: string, options: TextOptions): boolean =>
  !isThing({ options }, name) && !/^\p{Ll}/u.test(name);

/**
 * A line without a mark that is a heading wherever items follow it: `For the sauce`, `Zutaten`, `Produce`. Null for any other line. `Fruit`
 * is also a thing to buy, so its place decides (see `mayBeItem` in find-headings.ts).
 */
export function readPlainHeading(text: string, options: TextOptions): Heading | null {
  if (text.length > LENGTH_LIMIT * 2 || (options.isKnownName(text) && !isPhraseOf(text, 'groups', 'foods')))
    return null;
  const kind = plainKindOf(text);
  return kind === null ? null : { name: text, kind, items: '', mayCreate: kind === 'category' };
}

function plainKindOf(text: string): HeadingKind | null {
  if (isPhraseOf(text, 'steps')) return 'steps';
  if (isIngredients(text)) return 'list';
  if (isPart(text)) return 'part';
  if (isGroupName(text)) return 'category';
  return SHOPS.has(looseKey(text)) || isPhraseOf(text, 'days') ? 'title' : null;
}

/** Whether a line in capitals may be a heading: `COSTCO`, but not `BBQ`. */
export const isShouted = (text: string): boolean =>
  /^[\p{Lu}\p{M}\s&/'’-]{4,30}$/u.test(text) && /\p{Lu}{3}/u.test(text);

export type TextOptions = EntryOptions & {
  /** Whether items can have amounts and notes; otherwise each line is a name (product Q6). */
  readonly hasDetails: boolean;
  /** By default, the list has no stores (product O3). */
  readonly findStore?: FindStore;
  /** Whether the list knows a category of this name. */
  readonly isCategoryName: (name: string) => boolean;
};
