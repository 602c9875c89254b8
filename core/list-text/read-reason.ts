/** Finds out why a line of a pasted text is nothing to buy: a link, servings, a sum, a time, or chat (product Q7). */
import { isPhraseOf, phrasesOf } from '#core/language/words.ts';
import { looseKey } from '#core/name/name-key.ts';
import { isKind, isPhrase, isText, skipPhrase, sliceOf, toLine, type Line } from './line/tokens.ts';
import type { WordKind } from '#core/language/text-words.ts';
import { isThing } from './line/split-remarks.ts';
import { DATE, type MarkedLine } from './read-marks.ts';
import { readRequest, splitThanks } from './read-request.ts';
import { LENGTH_LIMIT, PLAIN, type TextOptions } from './read-heading.ts';

/** Why a line is no item. */
export type LineReason = 'title' | 'heading' | 'step' | 'link' | 'serving' | 'time' | 'sum' | 'chat' | 'owned';

/** Finds out why a line is no item: a link, servings, a sum, a time, a temperature, or a message without one. Null for an item. */
export function readReason(line: MarkedLine, options: TextOptions): LineReason | null {
  if (isTalk(line) || isAnswer(line, options) || isThankedByName(line.text, options)) return 'chat';
  if (LINK.test(line.text)) return 'link';
  if (isTimeAlone(line.text)) return 'time';
  return options.isKnownName(line.text) || line.text.length > LENGTH_LIMIT * 2 ? null : readFacts(line.text, options);
}

/** An address, also after a name: `Recipe: https://example.com`. */
const LINK = /^(?:(?:[^:]{1,40}:\s)?(?:https?:\/\/|www\.)\S+|[^\s@]+@[^\s@]+\.\p{L}{2,})$/iu;

const TIMED = new RegExp(String.raw`${DATE}|\d{1,2}:\d{2}`, 'u');

/** `Sat 28 November`, `Nov 28, 2026`. But `4 Mars` is four bars. */
const DATED = /^\P{Nd}*\p{Nd}{1,2}\P{Nd}*(?:\p{Nd}{4})?\P{Nd}*$/u;

const wordsOf = (text: string): readonly string[] => text.match(/\p{L}+/gu) ?? [];

function isNamedDate(text: string): boolean {
  const has = (kind: WordKind): boolean => wordsOf(text).some((word) => isPhraseOf(word, kind));
  return DATED.test(text) && has('months') && (has('days') || /\p{Nd}{4}/u.test(text));
}

/** `5-10-10` */
const FERTILIZER = /^\p{Nd}{1,2}-\p{Nd}{1,2}-\p{Nd}{1,2}$/u;

/** `10:02`, `Read 10:05 AM`, `Sat 28 Nov`, `Yesterday at 9:15 PM`: the time of a message, or the date of a list. But not `Sat 12:30 lunch`. */
export function isTimeAlone(text: string): boolean {
  if (text.length > LENGTH_LIMIT || !/\p{Nd}/u.test(text) || FERTILIZER.test(text)) return false;
  return (
    (isNamedDate(text) || TIMED.test(text)) &&
    wordsOf(text).every((word) => isPhraseOf(word, 'months', 'days', 'clockWords')) &&
    wordsOf(text.replace(/^.*\p{Nd}/u, '')).every((word) => isPhraseOf(word, 'months', 'clockWords'))
  );
}

/** `Total: £45.20` */
const SUM =
  /^(?<said>\p{L}[^:£$€\p{Nd}]*?)[\s:(]+(?:[£$€]\s?\p{Nd}[\p{Nd}.,]*|\p{Nd}[\p{Nd}.,]*(?:[.,]\p{Nd}\p{Nd}|\s?[£$€])(?:\s?[£$€])?)\)?$/u;

/** `£1.45` below its item in an order. */
const PRICE_ALONE = /^[£$€]\s?\p{Nd}+[.,]\p{Nd}\p{Nd}$|^\p{Nd}+[.,]\p{Nd}\p{Nd}\s?[£$€]$/u;

/** The buttons that scale a recipe: `1x 2x 3x`. */
const SCALES = /^(?:(?:\p{Nd}|½|1\/2)x\s?){2,}$/u;

/** `£1.32/kg`, `@ £1.32/kg 0.85`, `$3.99 each`: the price of one, below its item on a receipt. */
const UNIT_PRICE =
  /^(?:[@x×]\s?(?:[£$€]\s?)?\p{Nd}+[.,]\p{Nd}\p{Nd}|[£$€]\s?\p{Nd}+(?:[.,]\p{Nd}\p{Nd})?(?=\s?(?:\/|per\s|each$|ea$))|\p{Nd}+[.,]\p{Nd}\p{Nd}\s?[£$€](?=\s?\/))(?:\s?(?:\/|per\s)\s?(?:kg|lb|oz|100\s?g|g|l|each|ea|st)|\s(?:each|ea))?(?:\s[£$€]?\p{Nd}+[.,]\p{Nd}\p{Nd})?$/iu;

export const isPrice = (text: string): boolean => PRICE_ALONE.test(text) || UNIT_PRICE.test(text);

export const isSum = (text: string): boolean =>
  isPrice(text) || isPhraseOf(SUM.exec(text)?.groups?.['said'] ?? '', 'sums');

/** Servings, a sum, a time or a temperature; null for any other text. */
export function readFacts(text: string, options: TextOptions): LineReason | null {
  if (isSum(text)) return 'sum';
  const words = toLine(text, options);
  if (isServed(words) || SCALES.test(text)) return 'serving';
  // A temperature, with the word before it.
  return isPhrase(words, 0, 'oven') && /°|\p{Nd}{3}/u.test(text) ? 'time' : readNumbersOnly(words);
}

const isTalk = ({ text, isSystem }: MarkedLine): boolean =>
  isSystem ||
  isMailHead(text) ||
  RATING.test(text) ||
  ORDER.test(text) ||
  isSaidOnly(text.replace(/[\p{Extended_Pictographic}\uFE0F]|,$/gu, '').trim()) ||
  FACES.test(text);

/** `4.8 from 120 votes`, `4.9 (34 reviews)`: what others think of a recipe. */
const RATING =
  /^[★☆⭐\s]*\p{Nd}(?:[.,]\p{Nd}{1,2})?\s(?:\(|(?:stars?\s)?(?:from|von|sur|de)\s)\p{Nd}[\p{Nd}.,]{0,9}\s(?:votes?|ratings?|reviews?|bewertungen|stimmen|avis|votos|valoraciones|opiniones)\)?$/iu;

/** `Order #123`, `Order number: 123-456`, `Bestellung Nr. 12` */
const ORDER =
  /^(?:(?:your|my|ihre|deine|votre|tu|su)\s)?(?:order|invoice|receipt|bestellung|rechnung|commande|facture|pedido|factura)\s?(?:(?:number|no\.?|id|nummer|nr\.?|numéro|número)(?::|\s#|\s|:\s#)|#|n[°º]|:\s?#)\s?[\p{L}\p{Nd}]{0,12}\p{Nd}[\p{L}\p{Nd}-]{0,30}$/iu;

/** Faces, hands and hearts. Other emoji may be things: 🍞. */
const FACES =
  /^(?:[\u{1F440}-\u{1F450}\u{1F48B}-\u{1F49F}\u{1F600}-\u{1F64F}\u{1F90C}-\u{1F93F}\u{1F970}-\u{1F97A}❤☺🎉]|[\uFE0F\u200D\p{EMod}\s])+$/u;

/** `Subject: shopping`, `On Sat, 28 Nov 2026 at 10:02, Anna wrote:` */
const isMailHead = (text: string): boolean =>
  isPhraseOf(/^(?<head>\p{L}+):\s/u.exec(text)?.groups?.['head'] ?? '', 'mailHeads') ||
  (text.length <= LENGTH_LIMIT * 5 && /^\p{L}+\s.*\p{Nd}.*\s(?:wrote|schrieb.*|a écrit|escribió)\s?:$/u.test(text));

type Signed = MarkedLine & { readonly isAfterBlank: boolean };

/** A signature has fewer lines than this below the name. */
const SIGNATURE_LIMIT = 8;

/** The index of the first line of the signature below `Thanks,`: a name, and no lines with items. The number of lines if there is none. */
export function findSignature(lines: readonly Signed[], options: TextOptions): number {
  const closing = lines.findLastIndex((line, at) => endsMail(line, lines[at + 1]?.text ?? '')) + 1;
  const [first, ...others] = lines.slice(closing);
  const isSigned = closing > 0 && first !== undefined && PERSON.test(first.text) && others.length < SIGNATURE_LIMIT;
  const mayBeItem = ({ text, isListed, isSent }: MarkedLine): boolean =>
    isListed || isSent || isThing({ options }, text);
  return isSigned && ![first, ...others].some(mayBeItem) ? closing : lines.length;
}

/** Without a comma, a single word below it may be an item. */
const endsMail = ({ text, isSent, isAfterBlank }: Signed, name: string): boolean =>
  !isSent &&
  (text.endsWith(',') || (isAfterBlank && (name.includes(' ') || SHORT_CLOSING.test(text)))) &&
  CLOSING.test(text) &&
  isSaidOnly(text.replace(/,$/u, ''));

/** No item is called that. */
const SHORT_CLOSING = /^(?:lg|vg|thx)$/iu;

const CLOSING =
  /(?<!\p{L})(?:thanks|thank you|thx|cheers|regards|wishes|love|best|lg|vg|gr(?:ü|ue)(?:ß|ss)e|danke|merci|bises|cordialement|gracias|saludos)(?!\p{L})/iu;

/** `Anna`, `Anna Smith`, `Mum & Dad`. */
const PERSON = /^\p{Lu}[\p{L}.'’-]*(?:\s(?:&|\p{Lu}[\p{L}.'’-]*)){0,3}$/u;

/** `Thanks Ben`, `Danke, Anna!`. Without a mark, a name may follow only a word that is no brand, unlike `Merci`. */
const THANKED =
  /^(?:(?:[Tt]hanks|[Tt]hank\syou|[Tt]hx|[Cc]heers|[Gg]racias),?|(?:[Dd]anke|[Mm]erci),|(?:[Dd]anke|[Mm]erci)(?=\s\p{L}+!))\s(?<name>\p{Lu}\p{Ll}[\p{L}’'-]{0,20})[!.]*(?:\sx{1,4})?$/u;

function isThankedByName(text: string, options: TextOptions): boolean {
  const name = THANKED.exec(text)?.groups?.['name'] ?? '';
  return name !== '' && !isThing({ options }, name) && !options.isKnownName(text);
}

/** Whether the first line is `Hi Ben,` above the rest. If the next line ends with a comma or an exclamation mark, too, it is an item of a list: `Hello Panda,`. */
export const isSalutation = ([first, second]: readonly MarkedLine[]): boolean =>
  first !== undefined &&
  second !== undefined &&
  !first.isListed &&
  SALUTATION.test(first.text) &&
  !/[,!]$/u.test(second.text);

const SALUTATION =
  /^(?:hi|hiya|hey|hello|dear|good\s(?:morning|afternoon|evening)|morning|hallo|liebe[rs]?|guten\s(?:morgen|tag|abend)|bonjour|salut|coucou|ch(?:er|ère)s?|hola|querid[oa]s?)\s\p{L}[\p{L}’'-]{0,20}(?:\s(?:and|und|et|y|&)\s\p{L}[\p{L}’'-]{0,20})?\s?[,!]$/iu;

/** `Thanks xx`, `sent from my iPhone`, `yep, anything else`. */
const isSaidOnly = (text: string): boolean =>
  text !== '' &&
  text.length <= LENGTH_LIMIT * 2 &&
  ([text, splitThanks(text)?.rest ?? ''].some((said) => isPhraseOf(said, ...SAID)) ||
    isSaidInARow(toLine(text, PLAIN)));

const SAID = ['noise', 'thanks', 'asides', 'kisses'] as const;

function isSaidInARow(line: Line, at = 0): boolean {
  if (at === line.tokens.length) return true;
  const next = isKind(line, at, 'mark') ? at + 1 : skipPhrase(line, at, ...SAID);
  return next > at && isSaidInARow(line, next);
}

/** `they don't have it`, sent in a chat: it asks for nothing. */
const isAnswer = ({ text, isSent }: MarkedLine, options: TextOptions): boolean =>
  isSent && isPhrase(toLine(text, options), 0, 'talk') && readRequest(text, options) === null;

/** `Serves 4`, `Yield: 6 servings`, `Original recipe yields 6 servings`. */
function isServed(line: Line): boolean {
  const last = line.tokens.length - 3;
  const start = isPhrase(line, last, 'yields') && isPhrase(line, last + 2, 'servings') ? last : 0;
  const yields = skipPhrase(line, start, 'yields');
  const served = isText(line, yields, ':') ? yields + 1 : skipPhrase(line, yields, 'about', 'servings');
  return yields > 0 && isKind(line, served, 'number');
}

/** `Prep: 10 min, cook: 20 min`, `4 servings`: a number with its word, and no word that names a thing. */
function readNumbersOnly(line: Line): LineReason | null {
  const found = new Set<LineReason>();
  let at = 0;
  while (at < line.tokens.length) {
    const time = skipCounted(line, at, 'timeUnits');
    const serving = skipCounted(line, at, 'servings');
    if (time > at) found.add('time');
    if (serving > at) found.add('serving');
    const next = Math.max(time, serving, skipPhrase(line, at, ...SAID_OF_TIME));
    if (next === at && isKind(line, at, 'word')) return null;
    at = Math.max(next, at + 1);
  }
  return chooseReason(line, found);
}

function chooseReason(line: Line, found: ReadonlySet<LineReason>): LineReason | null {
  if (found.has('time')) return 'time';
  return found.has('serving') && !mayBeItem(line) ? 'serving' : null;
}

const SAID_OF_TIME = ['times', 'servings', 'range', 'plus', 'about', 'timeUnits'] as const;

/** The token after a number and a word of a kind; `at` itself for none. */
function skipCounted(line: Line, at: number, kind: WordKind): number {
  if (!isKind(line, at, 'number')) return at;
  const next = skipPhrase(line, at + 1, kind);
  return next > at + 1 ? next : at;
}

/** `12 Stück` may be what remains of an item. */
const mayBeItem = (line: Line): boolean =>
  line.tokens.length < 2 || phrasesOf('pieces').has(looseKey(sliceOf(line, 1, 2)));
