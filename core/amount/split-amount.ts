/** Splits a text into a name and an amount with a unit (product Q2). */
import { addPart, isMeasured, type Amount } from './add-amounts.ts';
import {
  BEGINS_WITH_GROUPS,
  hasSpacedGroups,
  NUMBER_PATTERN,
  readMeasuredNumber,
  SPACED_NUMBER_PATTERN,
  type NumberFormat,
} from './numbers.ts';
import { findUnit, isPartOfName, PIECES, UNIT_PATTERN } from './units.ts';

export type EntryOptions = {
  readonly numbers: NumberFormat;
  /** Whether the app knows this name, so that nothing in it is an amount or a note. */
  readonly isKnownName: (name: string) => boolean;
};

/** Names that begin with a number and that no list of names has to know. */
const NUMERIC_NAMES: readonly RegExp[] = [
  /^(?:7[\s-]?up|1000 island|57 sauce|5 gum|3 musketeers|100 grand|5[\s-]hour)\b|^\d+[\s-](?:grain|spice|ply|layer|minute|second|seasons?|in|calories?|percent|per\scent|minuten|lives|days|o['’]clock)\b|^\d*(?:1st|2nd|3rd|\dth)\b|^\d+(?:p|hrs?)\s|^\d+[\s-](?:denier|thread|hour|month|year|carat|tog)\s|^half[\s-](?:price|fat|sugar|size|moon|baked|term)\b|^\d{2,}[\s-]piece\s(?!of\b)|^\d(?:ply|in\d)\b/iu,
  // Spoken numbers are rarely amounts before these words, and digits are: `4 cheese pizzas`.
  /^(?:two|three|four|five|six|seven|eight|nine|ten|twelve)[\s-](?:grain|spice|ply|layer|minute|seasons?|in|cheese|bean|calorie|ingredient|way|hour|star(?!\s(?:anise|fruit)))\b/iu,
  // Several of them in one thing: 3 bean soup. But 4 cheese pizzas are four.
  /^[2-9][\s-](?:cheese|bean|seed|ingredient|meat|fruit|berry|way)\s(?!.*s$)/iu,
  // A way to cook: one pot pasta.
  /^one[\s-](?:pot|pan|tray|bowl|skillet)\s(?!of\s)/iu,
  // A size is part of the name: 9 V battery, 3/4 inch pipe.
  /^(?:(?:\d+\s(?:and\s)?)?\d+(?:[.,/]\d+)?|\d*\s?[½¼¾⅛⅜⅝⅞])[\s-]?(?:mm|cm|m|inch|inches|ft|feet|v|volt|volts|w|watt|watts|mah)(?=[\s/-]|$)/iu,
];

/** Whether the text begins with a number that is a part of its name. */
export const isNumericName = (line: string): boolean => NUMERIC_NAMES.some((form) => form.test(line));

export type Split = { readonly name: string; readonly amount: number | null; readonly unit: string | null };

type AmountForms = {
  /** An amount with a unit, as the whole text. */
  readonly amount: RegExp;
  readonly unitFirst: readonly RegExp[];
  readonly last: readonly RegExp[];
  readonly timesFirst: readonly RegExp[];
  readonly piecesFirst: RegExp;
};

const toForm = (source: string): RegExp => new RegExp(source, 'iu');

/** Between two amounts: `2 to 3 carrots`, `2 tbsp plus 1 tsp sugar`. */
const JOINT = String.raw`(?:(?:to|or|plus|and|[+&])\s?|(?:bis|oder|und|à|a|ou|et|o|y)\s)[\p{Nd}½⅓⅔¼¾⅛]`;

/** After these words, a number is in a remark: `stuck with 2 cloves`, `cut into 12 pieces`. */
const PREPOSITION = String.raw`(?:size|no\.?|nr\.?|n[°º]|with|into|in|to|for|of|at|mit|für|in|zu|avec|en|pour|con|para|de|a|à)`;

/** `12.30 train` has a time. `2.25 onions` has an amount. */
const TIME = String.raw`[12]?\p{Nd}[.,](?!25|50|75)[0-5]\p{Nd}\s`;

/** @param numberPattern the source of a regular expression for numbers */
function createForms(numberPattern: string): AmountForms {
  const unit = `(?<unit>${UNIT_PATTERN})`;
  const number = `(?<number>${numberPattern})`;
  // No name begins with an operator, a fraction, a group of digits or another amount: `2 % milk`, `2 - 3 apples`, `2 to 3 apples`, `1 ½` and
  // `1 000 g flour` are no amounts of such a name.
  const name = String.raw`(?!${JOINT}|for\s|000(?!\p{Nd})|[-–—−+*/⁄%‰°=:;,.&½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])(?<name>.+)$`;
  // Nor does one end with an operator: `cola 6 x 330 ml`. A dash is no separator in a range: `milk 2 - 3 l`.
  // `1 kg 000 flour` is a kind of flour.
  const nameAfterUnit = name.replace('000(?!', String.raw`000(?!\s\p{L}{3}|`);
  const nameFirst = String.raw`^(?<name>.+?)(?<!(?:^|[\s\p{Nd}])[x×*]|[-–—−+/⁄=:;,])(?:[,:]|(?<!\p{Nd})\s[-–—])?\s(?<!(?:^|\s)${PREPOSITION}\s)`;
  const separated = String.raw`^(?=.*\p{L})(?<name>.+?)(?<![\p{Nd}\s])(?:\s?[:=]\s?|\s[-–—]\s?)`;
  return {
    amount: toForm(`^${number}\\s?${unit}$`),
    unitFirst: [
      `^${number}\\s?${unit}(?:\\sof|\\s?[:,–—-])?\\s${nameAfterUnit}`,
      `^(?:an?|one)\\s(?:${unit}\\sof|(?<dozen>dozen))\\s${name}`,
    ].map(toForm),
    last: [
      `${nameFirst}${number}\\s?${unit}$`,
      `${nameFirst}(?<!\\p{Nd}\\s)[x×]\\s?${number}\\s?${unit}$`,
      // The end of `water 6 x 1.5` is a size.
      `${nameFirst}(?:(?<!\\p{Nd}\\s)[x×]|[x×](?!\\s?\\p{Nd}+[.,]))\\s?${number}$`,
      `${nameFirst}${number}\\s?[x×]$`,
      `${separated}${number}$`,
    ].map(toForm),
    timesFirst: [`^${number}\\s?[x×]\\s${name}`, `^[x×]\\s?${number}\\s${name}`].map(toForm),
    piecesFirst: toForm(`^(?!${TIME})${number}(?!\\s\\p{Nd}+[/⁄]\\p{Nd})\\s(?![x×](?:\\s|$))${name}`),
  };
}

const FORMS = createForms(NUMBER_PATTERN);
const SPACED_FORMS = createForms(SPACED_NUMBER_PATTERN);

const formsOf = (numbers: NumberFormat): AmountForms => (hasSpacedGroups(numbers) ? SPACED_FORMS : FORMS);

/** Splits a text into a name and an amount. Text that is no amount stays in the name. */
export function splitAmount(rest: string, options: EntryOptions): Split {
  const none = { name: rest, amount: null, unit: null };
  return options.isKnownName(rest) ? none : (matchForms(rest, options) ?? none);
}

function matchForms(rest: string, options: EntryOptions): Split | null {
  const { numbers, isKnownName } = options;
  const { last } = formsOf(numbers);
  const first = firstFormsOf(rest, numbers);
  const match = (forms: readonly RegExp[]): Split | null => matchFirst(forms, rest, options);
  if (isNumericName(rest)) return match(last);
  const pieces = withoutBrandNumber(match([first.piecesFirst]));
  // In `1 can opener`, the known name has a word that is also a unit.
  if (pieces !== null && isKnownName(pieces.name)) return pieces;
  // With a unit or an x first: in `7 Up 500 ml`, the amount is 500 ml.
  const measured = splitNumbered(rest, options) ?? matchMeasured(rest, first, options);
  const times = withoutDimensions(match(first.timesFirst), isKnownName);
  return chooseSplit(measured, times) ?? withoutAmountPart(pieces) ?? splitCount(rest, options);
}

function matchMeasured(rest: string, { unitFirst }: AmountForms, options: EntryOptions): Split | null {
  const { last } = formsOf(options.numbers);
  const counted = ENDS_WITH_TIMES.test(rest) ? matchFirst(last, rest, options) : null;
  return counted ?? joinPart(rest, matchFirst(unitFirst, rest, options), options) ?? matchFirst(last, rest, options);
}

/** Adds up `2 lb 4 oz beef`. Null if the second amount is no part of the first one. In `1 lb of 8 oz steaks`, it is the size of each. */
function joinPart(rest: string, split: Split | null, options: EntryOptions): Split | null {
  if (split === null || /(?:\sof|[:–—-])\s$/iu.test(rest.slice(0, -split.name.length))) return split;
  const second = matchFirst(FORMS.unitFirst, split.name, options);
  const [whole, part] = [toMeasured(split), toMeasured(second)];
  if (second === null || whole === null || part === null) return split;
  const sum = addPart(whole, part);
  return sum && { name: second.name, ...sum };
}

const toMeasured = (split: Split | null): Amount | null =>
  split !== null && split.amount !== null && isMeasured(split.unit) ? { amount: split.amount, unit: split.unit } : null;

/** In `2x coke 2 l`, there are two. */
const chooseSplit = (measured: Split | null, times: Split | null): Split | null =>
  measured === null || (times !== null && BEGINS_WITH_TIMES.test(measured.name)) ? times : measured;

const BEGINS_WITH_TIMES = /^(?:\p{Nd}+\s?[x×]|[x×]\s?\p{Nd}+)\s/iu;

/** In `2 l coke x3`, there are three. The end of `2 lb pan 9 x 13` is a size. */
const ENDS_WITH_TIMES = /[^\p{Nd}]\s(?:[x×]\s?\p{Nd}+|\p{Nd}+\s?[x×])$/iu;

const COUNT_LAST = /^(?<name>.*\p{L}{2,})\s(?<number>\p{Nd}{1,3})$/u;

/** Higher numbers after a name say which one it is: `sunscreen 50`. */
const COUNT_LAST_LIMIT = 24;

/** `eggs 12`: a count after a name that the app knows. In `Omega 3`, `vitamin D 3` and `nappies 4`, the number belongs to the name. */
function splitCount(rest: string, { numbers, isKnownName }: EntryOptions): Split | null {
  const { name, number } = COUNT_LAST.exec(rest)?.groups ?? {};
  if (name === undefined || number === undefined || !isKnownName(name)) return null;
  const pieces = readPieces(number, numbers);
  return pieces !== null && isCountOf(name, pieces.amount) ? { name, ...pieces } : null;
}

/** Whether a number after the name of a thing can be its count. It may have decimals. */
export const isCountOf = (name: string, amount: number): boolean =>
  isCount(amount) && amount <= COUNT_LAST_LIMIT && !SIZED.test(name);

/** Things whose size is a number. */
const SIZED =
  /(?:pampers|huggies|diapers?|napp(?:y|ies)|pull-ups|windeln?|couches|pañales|shoes?|socks?|batter(?:y|ies)|candles?|filters?)$/iu;

/** Null for a number to which no shopper counts: `1800 Tequila`, `365 olive oil` and `1664 beer` are names. */
const withoutBrandNumber = (pieces: Split | null): Split | null =>
  pieces?.amount !== null && pieces?.amount !== undefined && isCount(pieces.amount) ? pieces : null;

/** Whether shoppers count to this number: to 100, and then in tens, as in `100 napkins`. */
export const isCount = (amount: number): boolean => amount < 100 || (amount < 1000 && amount % 10 === 0);

const firstFormsOf = (rest: string, numbers: NumberFormat): AmountForms =>
  BEGINS_WITH_GROUPS.test(rest) ? formsOf(numbers) : FORMS;

/** Null for a size, such as `9 x 13 pan`: after the x is a number, and no unit. */
function withoutDimensions(split: Split | null, isKnownName: EntryOptions['isKnownName']): Split | null {
  const name = split?.name ?? '';
  return isDimension(name) && !isNumericName(name) && !isKnownName(name) ? null : split;
}

function isDimension(name: string): boolean {
  const { word } = /^\p{Nd}+(?:$|\s(?<word>\S+))/u.exec(name)?.groups ?? { word: 'g' };
  return word === undefined || findUnit(word) === undefined;
}

/** Not 3500 g of omega in `omega 3 500 g`, where a space can separate groups of digits. */
function splitNumbered(rest: string, options: EntryOptions): Split | null {
  const split = hasSpacedGroups(options.numbers) ? matchFirst(FORMS.last, rest, options) : null;
  return split !== null && isNumbered(split.name, options.isKnownName) ? split : null;
}

/** Names that end with a number: `omega 3`, `WD 40`, `spaghetti n° 5`. One digit after another word is a group of digits. */
const NUMBERED = /(?:^|\s)omega[\s-]\d$|\p{L}.*\s(?:\p{Nd}{2,}|(?:n[°º]|no\.?|nr\.?)\s\p{Nd})$/iu;
const LETTER_AND_DIGIT = /(?:^|\s)\p{Lu}\s\p{Nd}$/u;

/** Whether a name ends with a number that belongs to it. */
const isNumbered = (name: string, isKnownName: EntryOptions['isKnownName']): boolean =>
  /\p{Nd}$/u.test(name) && (NUMBERED.test(name) || LETTER_AND_DIGIT.test(name) || isKnownName(name));

const UNIT_AND_REST = new RegExp(`^(?<unit>${UNIT_PATTERN})(?:\\s(?:${JOINT}|(?<digit>\\p{Nd})).*)?$`, 'iu');

/** Null if the text after the number is a unit, alone or before another amount: `2 g`, `2 tbsp plus 1 tsp sugar`, `2 l 4 oz`. */
function withoutAmountPart(pieces: Split | null): Split | null {
  const { unit = '', digit } = UNIT_AND_REST.exec(pieces?.name ?? '')?.groups ?? {};
  const isUnit = digit === undefined ? findUnit(unit) !== undefined : isMeasured(unit);
  return isUnit ? null : pieces;
}

function matchFirst(forms: readonly RegExp[], rest: string, options: EntryOptions): Split | null {
  for (const form of forms) {
    const groups = form.exec(rest)?.groups;
    const split = groups === undefined ? null : toSplit(groups, rest, options);
    if (split !== null) return split;
  }
  return null;
}

type Groups = NonNullable<RegExpExecArray['groups']>;

/** The article in `a can of beans` is the number. */
function toSplit(
  { name = '', number = '1', dozen, unit = dozen }: Groups,
  rest: string,
  options: EntryOptions,
): Split | null {
  const amount = toAmount(number, unit, options.numbers);
  if (amount === null || isInName(unit, name, options.numbers) || isNumberOfName(rest, name, { ...amount, unit }))
    return null;
  return { name: rest.endsWith(name) ? withoutOf(name, unit, options) : name.trim(), ...amount };
}

const isNumberOfName = (
  rest: string,
  name: string,
  { amount, unit }: Pick<Amount, 'amount'> & { unit?: string | undefined },
): boolean => rest.startsWith(name) && isOneOf({ amount }, unit);

/** `iPhone 15 case`: after a name, several packages are a plural. */
export const isOneOf = ({ amount }: Pick<Amount, 'amount'>, unit: string | undefined): boolean =>
  amount > 1 &&
  unit !== undefined &&
  /^(?:bag|bottle|box|can|case|jar|tube|roll|bar|set|block|container)$/iu.test(unit);

/** Whether the unit, or another amount after it, is a part of the name. */
function isInName(unit: string | undefined, name: string, numbers: NumberFormat): boolean {
  const found = unit === undefined ? undefined : findUnit(unit);
  if (found !== undefined && isPartOfName(found, name)) return true;
  return readAmount(name, numbers) !== null || isOtherWord(unit, name, numbers);
}

/**
 * Whether EL or TL is not a German spoon. In `1 EL FUDGE cookies`, both words are the brand. German recipes capitalize nouns, as in
 * `1 TL frischer Thymian`, and `2 TL bulbs` has no capital after the unit. On a German device, shoppers may leave the capital out.
 */
export function isOtherWord(unit: string | undefined, name: string, { language }: NumberFormat): boolean {
  if (!/^[ET]L$/u.test(unit ?? '')) return false;
  return /^\p{Lu}{4,}(?!\p{L})/u.test(name) || (language !== 'de' && !/\p{Lu}/u.test(name));
}

/** `500 g de farine` in French, and `2 boîtes de thon` in all languages. `of` is in the forms. */
function withoutOf(name: string, unit: string | undefined, { numbers, isKnownName }: EntryOptions): string {
  if (unit === undefined || isKnownName(name)) return name;
  const of = findUnit(unit)?.isRomance === true ? DE : OF_BY_LANGUAGE.get(numbers.language);
  return of === undefined ? name : name.replace(of, '');
}

/** In lower case only, because `De Cecco` is a brand. So is `del monte`. */
const DE = /^(?:de\s(?:la\s|las\s|los\s|l[’'])?|del\s(?!(?:monte|valle|mar)(?!\p{L}))|du\s|d[’'])(?=\p{L})/u;
const OF_BY_LANGUAGE: ReadonlyMap<string, RegExp> = new Map([
  ['fr', DE],
  ['es', DE],
  ['pt', DE],
  ['ca', DE],
  ['it', /^(?:di\s|d[’'])(?=\p{L})/u],
]);

/** Reads a whole text as an amount with a unit. */
export function readAmount(text: string, numbers: NumberFormat): Amount | null {
  const { number, unit } = formsOf(numbers).amount.exec(text)?.groups ?? {};
  return number === undefined || unit === undefined ? null : toAmount(number, unit, numbers);
}

/** Reads a whole text as a number of pieces. */
export const readPieces = (text: string, numbers: NumberFormat): Amount | null => toAmount(text, undefined, numbers);

/** Null if it is no number, or no unit. Without a unit it is a number of pieces. */
function toAmount(number: string, unit: string | undefined, numbers: NumberFormat): Amount | null {
  const found = unit === undefined ? PIECES : findUnit(unit);
  const amount = found === undefined ? null : readMeasuredNumber(number, found.id, numbers);
  return found === undefined || amount === null ? null : { amount, unit: found === PIECES ? null : found.id };
}
