/** Decides which lines of a pasted text are headings, by their words and by the lines around them (product Q7). */
import { isPhraseOf } from '#core/language/words.ts';
import { readAmountPart } from './line/read-amount.ts';
import { isThing } from './line/split-remarks.ts';
import { isPhrase, toLine } from './line/tokens.ts';
import {
  isAisle,
  isGroupName,
  isIngredients,
  isOfRecipe,
  isShouted,
  kindOf,
  readListName,
  readMarkedHeading,
  readPlainHeading,
  type Heading,
  type TextOptions,
} from './read-heading.ts';
import { isTimeAlone, readFacts, readReason } from './read-reason.ts';
import type { MarkedLine } from './read-marks.ts';

export type PlacedLine = MarkedLine & {
  /** Whether a blank line is before it. */
  readonly isAfterBlank: boolean;
  /** Its category in a table. */
  readonly category: string | null;
};

/** Finds the heading that each line is; null for an item. */
export function findHeadings(lines: readonly PlacedLine[], options: TextOptions): readonly (Heading | null)[] {
  const isList = lines.filter(({ isListed }) => isListed).length > 1;
  const marked = readMarked(lines, options);
  const context = { lines, marked, isList, options, isDivided: isDivided(lines, marked, options) };
  const headings = lines.map((line, at) => marked[at] ?? (line.isListed ? null : findPlain(context, at)));
  const found = headings.some((heading) => heading !== null && isOfRecipe(heading))
    ? toParts(headings, options)
    : headings;
  const firstStep = findFirstStep(lines, options);
  return found.map((heading, at) => (at >= firstStep ? (toStep(lines[at]) ?? heading) : heading));
}

/** A numbered step, which is its own heading; null for another line. */
const toStep = (line: PlacedLine | undefined): Heading | null =>
  line?.isNumbered === true ? { name: '', kind: 'steps', items: line.text, mayCreate: false } : null;

/** In a recipe, `Tzatziki:` is a part, not a category of ingredients. Above the ingredients, `Course: Dinner` is neither. */
function toParts(headings: readonly (Heading | null)[], options: TextOptions): readonly (Heading | null)[] {
  const ingredients = findIngredients(headings);
  return headings.map((heading, at) => {
    if (at < ingredients && heading?.items !== '') return null;
    return heading?.kind === 'category' && !isAisle(heading, options)
      ? { ...heading, kind: 'part', mayCreate: false }
      : heading;
  });
}

/** The index of the heading of the ingredients; -1 for none. */
export const findIngredients = (headings: readonly (Heading | null)[]): number =>
  headings.findIndex((heading) => heading !== null && isIngredients(heading.name));

/** The headings with a mark; null for the other lines. */
function readMarked(lines: readonly PlacedLine[], options: TextOptions): readonly (Heading | null)[] {
  const marked = lines.map((line) => (readReason(line, options) === null ? readMarkedHeading(line, options) : null));
  const [first, ...others] = marked;
  const isOnly = others.every((heading) => heading === null);
  return first && isOnly && isTitle(lines[0], first, options) ? [toTitle(first.name), ...others] : marked;
}

/**
 * Whether the only heading of a text, in its first line, is the title: other apps share a note as `# From Anna` and its text. The
 * name of a category or of an aisle is no title, and neither is a single word, such as `# Gardening`, or a heading that is followed
 * by items in its line.
 */
function isTitle(line: PlacedLine | undefined, { name, kind, items }: Heading, options: TextOptions): boolean {
  if (line?.isHeading !== true || kind !== 'category' || items !== '' || !name.includes(' ')) return false;
  return !options.isCategoryName(name) && !isGroupName(name);
}

type Context = {
  readonly lines: readonly PlacedLine[];
  readonly marked: readonly (Heading | null)[];
  /** Whether lines have bullets. Then a heading without a mark is above a line that has one. */
  readonly isList: boolean;
  /** Whether several blocks of lines begin with a name of a category or a line in capitals. */
  readonly isDivided: boolean;
  readonly options: TextOptions;
};

function findPlain(context: Context, at: number): Heading | null {
  const text = context.lines[at]?.text ?? '';
  const plain = isLoneDay(context.lines, text) ? null : readPlainHeading(text, context.options);
  return plain !== null && isAbove(context, at, plain) ? plain : findByPlace(context, at);
}

/** Whether a name that is often a heading is one at this place. */
const isAbove = (context: Context, at: number, plain: Heading): boolean =>
  (isNeverItem(plain) || isAboveItem(context, at) || isAboveBlock(context, at)) && !mayBeItem(context, at);

const toTitle = (name: string): Heading => ({ name, kind: 'title', items: '', mayCreate: false });

/** `For the sauce` is nothing to buy, so it is a heading with nothing below it, too. */
const isNeverItem = ({ name, kind }: Heading): boolean =>
  kind === 'steps' || kind === 'part' || isPhraseOf(name, 'ingredients', 'yields');

/** Whether an item is below a line; one with a bullet, if lines have bullets. */
function isAboveItem({ lines, marked, isList }: Context, at: number): boolean {
  const next = lines[at + 1];
  return next !== undefined && marked[at + 1] === null && (!isList || next.isListed);
}

/** Whether an item without a bullet is directly below it, and no bullet is before it in its block. */
function isAboveBlock({ lines, marked, options }: Context, at: number): boolean {
  const [before, line, next] = [lines[at - 1], lines[at], lines[at + 1]];
  if (line === undefined || next === undefined || next.isAfterBlank || marked[at + 1] !== null) return false;
  return !options.isCategoryName(next.text) && (line.isAfterBlank || before?.isListed !== true);
}

/**
 * `documents` may be an item, too: it is a heading only above a bullet, at the start of a block, or with a capital above lower case. A thing to
 * buy, such as `fruit`, is one only above a bullet, or at the start of one of several blocks that have a heading.
 */
function mayBeItem(context: Context, at: number): boolean {
  const { lines, isList } = context;
  const [line, next] = [lines[at], lines[at + 1]];
  if (line === undefined || next === undefined || !isPhraseOf(line.text, 'groups', 'foods')) return false;
  return !(isList && next.isListed) && !dividesFrom(context, at, next.text);
}

const dividesFrom = (context: Context, at: number, next: string): boolean => {
  const { lines, options } = context;
  const text = lines[at]?.text ?? '';
  const isToBuy = options.isKnownName(text) || isPhraseOf(text, 'foods');
  return isToBuy
    ? isOneOfBlocks(context, at) || isInCapitals(text, next)
    : standsOut(text, next) || startsBlock(lines, at);
};

const isInCapitals = (text: string, next: string): boolean => /^[\p{Lu}\s&]{3,}$/u.test(text) && /\p{Ll}/u.test(next);

const standsOut = (text: string, next: string): boolean => /^\p{Lu}/u.test(text) && /^\p{Ll}/u.test(next);

/** Whether it begins a block of lines, as another heading does: `Fruit` in one block and `Veg` in another. */
const isOneOfBlocks = ({ lines, marked, options }: Context, at: number): boolean =>
  beginsBlock(lines, at) &&
  lines.some(
    ({ text }, other) =>
      other !== at &&
      beginsBlock(lines, other) &&
      (marked[other] !== null || options.isCategoryName(text) || isGroupName(text)),
  );

/** Whether it begins one of several blocks. */
const startsBlock = (lines: readonly PlacedLine[], at: number): boolean =>
  beginsBlock(lines, at) && (at > 0 || lines.some(({ isAfterBlank }) => isAfterBlank));

/** `Shopping list`, `Groceries (3)` or `Shopping list 12/5` above all lines. */
function isListTitle({ lines, options }: Context, at: number): boolean {
  const name = readListName(lines[at]?.text ?? '');
  return at === 0 && lines.length > 1 && name !== null && !options.isKnownName(name);
}

/** The name of a category above a bullet, or at the start of a block of lines. */
function findByPlace(context: Context, at: number): Heading | null {
  const { lines, options } = context;
  const line = lines[at];
  if (line === undefined) return null;
  if (isListTitle(context, at)) return toTitle(line.text);
  if (!isAboveItem(context, at)) return null;
  const isCategory = isCategoryAbove(context, at);
  if (!isCategory && !dividesText(context, at)) return null;
  return {
    name: line.text,
    kind: kindOf(line.text, options),
    items: '',
    mayCreate: isCategory || isShouted(line.text),
  };
}

/** Whether it is a category in a text with bullets. */
const isCategoryAbove = (context: Context, at: number): boolean =>
  context.isList && (context.options.isCategoryName(context.lines[at]?.text ?? '') || isAmongHeadings(context, at));

/** `Bread & Pastries` above a bullet and below another one, if the list has a heading such as `Fruits & Vegetables` as well. */
function isAmongHeadings({ lines, options }: Context, at: number): boolean {
  const { text = '' } = lines[at] ?? {};
  const isNamed = /^\p{Lu}\P{Nd}*$/u.test(text) && !isThing({ options }, text) && kindOf(text, options) === 'category';
  return (
    isNamed &&
    lines[at - 1]?.isListed === true &&
    lines.some(
      (line, other) =>
        !line.isListed &&
        lines[other + 1]?.isListed === true &&
        (options.isCategoryName(line.text) || isGroupName(line.text)),
    )
  );
}

/** Whether it is above one of the blocks of a text. */
const dividesText = ({ lines, isDivided: hasBlocks, options }: Context, at: number): boolean => {
  const line = lines[at];
  return hasBlocks && line !== undefined && beginsBlock(lines, at) && mayDivide(line, options);
};

/** Whether the line is the first one after a blank one, and another line is directly below it. */
const beginsBlock = (lines: readonly PlacedLine[], at: number): boolean =>
  (at === 0 || lines[at]?.isAfterBlank === true) && lines[at + 1]?.isAfterBlank === false;

/** One day is the title of a list, if at all. Several are those of a plan. */
const isLoneDay = (lines: readonly PlacedLine[], day: string): boolean =>
  isPhraseOf(day, 'days') && lines.filter(({ text }) => isPhraseOf(text, 'days')).length < 2;

/** The name of a category, or a word in capitals that is nothing to buy. */
const mayDivide = ({ text, isListed }: PlacedLine, options: TextOptions): boolean =>
  !isListed && (options.isCategoryName(text) || (isShouted(text) && !isThing({ options }, text.toLowerCase())));

/** Two blocks that begin with such a line, or one of at least two lines below a category. Not if all lines are in capitals. */
function isDivided(lines: readonly PlacedLine[], marked: readonly (Heading | null)[], options: TextOptions): boolean {
  if (!lines.some(({ text }) => /\p{Ll}/u.test(text))) return false;
  const starts = lines.filter((line, at) => beginsBlock(lines, at) && marked[at] === null && mayDivide(line, options));
  const isCategory = ({ text }: PlacedLine): boolean => options.isCategoryName(text) && !options.isKnownName(text);
  return starts.length > 1 || (lines.length > 2 && starts.some(isCategory));
}

/**
 * The first of the numbered lines that are the steps of a recipe, without a heading: after a blank line, below lines with amounts and without
 * numbers. Past the end of a text without them.
 */
function findFirstStep(lines: readonly PlacedLine[], options: TextOptions): number {
  const first = lines.findIndex(({ isNumbered }) => isNumbered);
  const [above, below] = [lines.slice(0, first), lines.slice(first).filter(({ isNumbered }) => isNumbered)];
  const isCounted = ({ text }: PlacedLine): boolean => readAmountPart(toLine(text, options)) !== null;
  const areSteps =
    lines[first]?.isAfterBlank === true &&
    below.length > 1 &&
    above.filter(isCounted).length > 1 &&
    !below.some((line) => isCounted(line) || isThing({ options }, line.text)) &&
    below.filter(({ text }) => isSentence(text, options)).length * 2 >= below.length;
  return areSteps ? first : lines.length;
}

/** `Fry the onions`, `Simmer for 30 minutes`, `Bake it.` But not `Wine for Ann`: a thing, or `for` and a person. */
function isSentence(text: string, options: TextOptions): boolean {
  const line = toLine(text, options);
  const isArticle = (at: number): boolean => isPhrase(line, at, 'articles') || ARTICLES.has(line.tokens[at]?.key ?? '');
  const isPlace = (at: number): boolean =>
    isPhrase(line, at, 'prepositions') && !/^\p{Lu}/u.test(line.tokens[at + 1]?.text ?? '');
  if (/\p{Ll}\.$/u.test(text) || isArticle(1)) return true;
  const [first = ''] = text.split(' ');
  return !isThing({ options }, first) && line.tokens.some((_, at) => at > 0 && (isArticle(at) || isPlace(at)));
}

const ARTICLES: ReadonlySet<string> = new Set('the it them der die das den le la les el los las'.split(' '));

/** A line, a blank one, and then lines without a blank one between them. */
const TITLE_ABOVE_LINES = /^\s*\S[^\n]*\n[^\S\n]*\n\s*\S[^\n]*\n[^\S\n]*\S/u;

type TitledText = {
  readonly lines: readonly PlacedLine[];
  readonly headings: readonly (Heading | null)[];
  readonly options: TextOptions;
};

/** Whether the first line is probably the title of a recipe or a list: above lines that all have bullets, or above a part of a recipe. */
export function isTitleAbove(text: string, { lines, headings, options }: TitledText): boolean {
  if (TITLE_ABOVE_LINES.test(text) || isServed(lines, options)) return true;
  const isNoItem = (at: number): boolean => {
    const line = lines[at];
    return (headings[at] ?? null) !== null || (line !== undefined && readReason(line, options) !== null);
  };
  // One thing above `thanks x` or a sum is no title: nothing would be left to buy.
  const hasItem = lines.some((_, at) => at > 0 && !isNoItem(at));
  return (hasItem && isNoItem(1) && startsPart(headings[1], lines[1], options)) || isAboveList(lines, isNoItem);
}

/** Whether a line below the first, if that is no item, may start a part: not the name of a category right below it, and no talk. */
const startsPart = (heading: Heading | null | undefined, line: PlacedLine | undefined, options: TextOptions): boolean =>
  line !== undefined &&
  (heading?.kind !== 'category' || line.isAfterBlank) &&
  !isTimeAlone(line.text) &&
  readReason(line, options) !== 'chat';

/** `Lasagne (serves 4)` above other lines. */
const isServed = (lines: readonly PlacedLine[], options: TextOptions): boolean =>
  lines.length > 2 &&
  readFacts(/\((?<said>[^()]+)\)$/u.exec(lines[0]?.text ?? '')?.groups?.['said'] ?? '', options) === 'serving';

function isAboveList(lines: readonly PlacedLine[], isNoItem: (at: number) => boolean): boolean {
  const isList = lines.filter(({ isListed }) => isListed).length > 1;
  return isList && lines.every(({ isListed }, at) => at === 0 || isListed || isNoItem(at));
}
