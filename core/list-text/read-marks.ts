/** Removes what chat apps, notes and Markdown put around the name in a line: senders, bullets, check boxes, emoji, bold type. */

export type MarkedLine = {
  /** The line without marks. */
  readonly text: string;
  /** Whether its box is ticked, or the text is struck through. */
  readonly checked: boolean;
  /** Whether it began with a bullet, a number or a box. */
  readonly isListed: boolean;
  /** Whether it began with a number and a period. */
  readonly isNumbered: boolean;
  /** Whether Markdown marks it as a heading. */
  readonly isHeading: boolean;
  /** Whether a chat app wrote it, and no person. */
  readonly isSystem: boolean;
  /** Whether a person sent it in a chat. */
  readonly isSent: boolean;
};

/** Reads the marks of one line. The name of an item is no heading: `*** milk ***`. */
export function readMarks(line: string, isItem = (_name: string): boolean => false): MarkedLine {
  const isSent = SENDER.test(line);
  const message = removeStyles(removeSender(line).replace(RULE, '').trim());
  const heading = readHeading(message, isItem);
  const body = unwrap(message);
  const start = removeStart(unboxNumber(heading ?? body.text));
  const rest = unwrap(start.text);
  const end = removeEnd(rest.text);
  return {
    text: end.text.replace(COUNTED_EMOJI, '$<count> $<name>'),
    checked: start.isTicked || body.isStruck || rest.isStruck || end.isTicked,
    isListed: start.isListed,
    isNumbered: start.isNumbered,
    isHeading: heading !== undefined,
    isSent,
    isSystem: isNotice(line, message),
  };
}

function readHeading(message: string, isItem: (name: string) => boolean): string | undefined {
  const marked = HEADING.exec(message)?.groups?.['name'];
  if (marked !== undefined) return marked;
  const name = DECORATED.exec(message)?.groups?.['name'];
  return name === undefined || isItem(name) ? undefined : name;
}

const removeSender = (line: string): string => (SENDER.test(line) ? removeEdited(line.replace(SENDER, '')) : line);

/** Only in the last characters, so that the time to read a line grows in proportion to its length. */
function removeEdited(line: string): string {
  const head = line.slice(0, -EDITED_LENGTH);
  return head + line.slice(head.length).replace(EDITED, '');
}

const isNotice = (line: string, message: string): boolean =>
  SYSTEM.test(line) || NAME_ABOVE.test(line) || /^[<‹][^<>]*[>›]$/u.test(message);

/** Removes bold and italic type, links and footnote marks within a line: `1 lb **lean** beef*`. */
const removeStyles = (line: string): string =>
  line.includes('"') || line.length > STYLED_LIMIT
    ? line
    : STYLES.reduce((text, [style, plain]) => text.replace(style, plain), line);

/** Longer than a line with one item. */
const STYLED_LIMIT = 1000;

const STYLES: readonly (readonly [RegExp, string])[] = [
  [/\[(?<name>[^[\]]{2,})\]\((?<address>[^()\s]+)\)/gu, '$<name> ($<address>)'],
  [
    /(?<![\p{L}\p{N}*_`])(?<mark>[*_`])(?=[^\s*_`])(?<text>[^*_`]*[^*_`\s])\k<mark>(?!\k<mark>|[\p{L}\p{N}])/gu,
    '$<text>',
  ],
  [/(?<mark>\*\*|__)(?=\S)(?<text>[^*_]*[^*_\s])\k<mark>/gu, '$<text>'],
  [/(?<=[\p{L})])[*†‡]+$/u, ''],
  [/^(?:“(?<text>[^“”]+)”|[‘'](?<other>[^‘’']+)[’'])$/u, '$<text>$<other>'],
  [/(?<=\p{L}{2})(?:\.{2,3}|…)$/u, ''],
  // `Milk ..... 2`, `Milk -> 2`
  [/\s?(?:\.{3,}|…+|→|[-=]>)\s?(?=\p{Nd}+$)/u, ': '],
];

const TIME = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[APap]\.?\s?[Mm]\.?)?`;
export const DATE = String.raw`\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{2,4}`;
/** A date without a year, as WhatsApp on Android copies it: `11/28` or `28.11.`. */
const DAY = String.raw`\d{1,2}(?:[/-]\d{1,2}|\.\s?\d{1,2}\.)`;
const SENT = String.raw`(?:\[(?:${TIME},?\s(?:${DATE}|${DAY})|(?:${DATE}|${DAY}),?\s${TIME})\]|${DATE},?\s${TIME}\s[-–])`;

/** The time and sender of a message, as WhatsApp copies and exports them: `[12:30, 4/5/2026] Anna: `, `4/5/26, 12:30 - Anna: ` or `[12:30] Anna: `. */
const SENDER = new RegExp(String.raw`^[\s\p{Cf}]*(?:${SENT}|\[${TIME}\])\s+[^:]{1,80}:[\s\p{Cf}]+`, 'iu');

/** A line with the sender and the time of the message below it, as Telegram copies them: `Anna, [28.11.2026 10:02]`. */
const SENDER_ABOVE = new RegExp(
  String.raw`^(?<sender>[^\n:,[\]]{1,80}),\s(?<sent>\[${DATE},?\s${TIME}\]):?[^\S\n]*\n(?=.*\S)`,
  'gimu',
);

/** The sender and the time above a message, as Slack and Discord copy them: `Anna Smith  10:02 AM`, `Anna — Today at 10:02 AM`. */
const NAME_AND_TIME = new RegExp(
  String.raw`^(?<sender>\p{Lu}[\p{L}.'’-]{0,30}(?: \p{Lu}[\p{L}.'’-]{0,30}){0,2})(?:[^\S\n]{2,4}| [—–] )(?:(?:Today|Yesterday|Heute|Gestern|Hoy|Ayer|Aujourd[’']hui|Hier) (?:at|um|à|a las) |${DATE},? )?(?<sent>${TIME})[^\S\n]*\n(?=.*\S)(?!.*\d{2}(?: [AP]M)?$)`,
  'gmu',
);

/** The time and sender of a message without brackets: `10:02 Anna: `, `2026-11-28 10:02 Anna: `. */
const PLAIN_SENDER = new RegExp(
  String.raw`^[^\S\n]*\(?(?<sent>(?:(?:${DATE}|${DAY}),?\s)?${TIME})\)?\s(?:[-–]\s)?(?<sender>\p{Lu}[^\n:,;\p{Nd}]{0,40}):[^\S\n]+(?=\S)`,
  'gmu',
);

/** The quoted lines of an email. Some are blank or have bullets, because `>` alone may be a bullet. */
const HAS_QUOTE = /^>[^\S\n]*(?:[-*•]|\d+[.)]|$)/mu;
const QUOTE = /^(?:>[^\S\n]?)+/gmu;

/** Puts each sender on the line of the message, as WhatsApp does, and removes the marks of a quoted email. */
export function joinSenders(text: string): string {
  const named =
    [...text.matchAll(NAME_AND_TIME)].length > 1 ? text.replace(NAME_AND_TIME, '[$<sent>] $<sender>: ') : text;
  const sent = named.replace(SENDER_ABOVE, '$<sent> $<sender>: ');
  const plain = HAS_QUOTE.test(sent) ? sent.replace(QUOTE, '') : sent;
  // One such line may be an appointment: `10:30 Dentist: bring the card`.
  const isChat = [...plain.matchAll(PLAIN_SENDER)].length > 1;
  return isChat ? plain.replace(PLAIN_SENDER, '[$<sent>] $<sender>: ') : plain;
}

/** Writes a number for the letter before a line if letters count the lines: `a) milk`, `b) eggs`. In `s. pellegrino` they do not. */
export const numberLetters = (text: string): string =>
  /^[ \t]*\(?a[.)]\s/imu.test(text) && /^[ \t]*\(?b[.)]\s/imu.test(text)
    ? text.replaceAll(/^[ \t]*\(?[a-z][.)](?=\s)/gimu, '1.')
    : text;

/** What a chat app writes after a message: `<This message was edited>`. */
const EDITED = /(?<=\S)\s*\p{Cf}*<[^<>]{8,60}>$/u;
const EDITED_LENGTH = 80;

/** A notice of the chat app itself has a time and no message: `4/5/26, 12:30 - Anna joined`. */
const SYSTEM = new RegExp(String.raw`^[\s\p{Cf}]*${SENT}\s+[^:]{1,200}$`, 'iu');

/** The sender above a message, as Teams copies it: `[10:02 AM] Anna Smith`. */
const NAME_ABOVE = new RegExp(String.raw`^\[${TIME}\](?:\s\p{Lu}[\p{L}.'’-]*){2,4}$`, 'u');

/** A line between parts of a text: `---`. */
const RULE = /^[\s\p{Cf}]*(?:[-*_=~][\s\p{Cf}]*){2,}$/u;

const HEADING = /^#{1,6}\s+(?<name>.*)$/u;

/** `--- Dairy ---`, `=== Dairy ===` */
const DECORATED = /^(?<mark>[-=*_#–—])\k<mark>+\s(?<name>\p{L}[^-=*_~#–—]*[^-=*_~#–—\s])\s\k<mark>{2,}$/u;

/** `[ 10 ]` is a number, not a box, and so is `(2)`. */
const unboxNumber = (line: string): string =>
  line
    .replace(/^\s*(?:\[\s*(?<number>\p{Nd}{1,3})\s*\]\s*|\((?<count>\p{Nd}{1,3})\)\s)/u, '$<number>$<count> ')
    .replace(/\[\s*(?<number>\p{Nd}{1,3})\s*\]/u, '($<number>)');

const EMOJI = String.raw`(?:\p{RI}{2}|(?![#*0-9©®™])\p{Emoji}(?:\uFE0F|\p{EMod}|\u200D\p{Emoji})*)`;
const TICKED = String.raw`(?:\[[xX✓✔]\]|[☑☒✓✔✅]\uFE0F?)`;
const BOX = String.raw`(?:\[ ?\]|\( \)|[☐⬜▢□◻❏❑❒○◯⬚▫✗✘❌]\uFE0F?)`;
const BULLET = String.raw`(?:[-=]>|[-+•‣⁃–—·∙◦▪●○◆◇◈■★☆✦✧✱➤➢➜➔→⇒»›>❖⁕∗‧・]|\*(?!\*))`;
const NUMBER = String.raw`(?:\d+[.)](?!\d)|\d\uFE0F?\u20E3|[①-⑳])`;

/** One mark at the start of a line, with the spaces and invisible characters around it. */
const MARK = new RegExp(
  String.raw`^[\s\p{Cf}]*(?:(?<ticked>${TICKED}|\([xX]\))|(?<box>${BOX})|(?<number>${NUMBER})|(?<bullet>${BULLET})|(?<emoji>${EMOJI}))[\s\p{Cf}\uFE0F]*`,
  'u',
);

/** More marks than a line has. */
const MARKS_LIMIT = 6;

/** Removes bullets, numbers and boxes, and emoji before a name: `🥛 milk` is Milk. A line of emoji alone stays. */
function removeStart(line: string) {
  const marks = new Set<string>();
  let text = line.trim();
  for (let count = 0; count < MARKS_LIMIT; count += 1) {
    const mark = readMark(text);
    // A second number is an amount: `1. 2) milk`.
    if (mark === null || (mark.kind === 'number' && marks.has('number'))) break;
    text = mark.rest;
    marks.add(mark.kind);
  }
  const isListed = [...marks].some((kind) => kind !== 'emoji');
  return { text, isTicked: marks.has('ticked'), isListed, isNumbered: marks.has('number') };
}

/** One mark; null for none, and for a name of emoji. */
function readMark(text: string): { readonly kind: string; readonly rest: string } | null {
  const { 0: mark, groups } = MARK.exec(text) ?? { 0: '' };
  const kind = MARK_KINDS.find((one) => groups?.[one] !== undefined);
  const rest = text.slice(mark.length);
  const isName = kind === 'emoji' && (!HAS_NAME.test(rest) || COUNTED_EMOJI.test(text));
  return kind === undefined || isName ? null : { kind, rest };
}

/** Removes the bullet or box of a single line that was copied from a list: `- milk`. A name may begin with a number or an emoji, or without a space. */
export function removeListMark(line: string): string {
  const text = line.trim();
  const mark = readMark(text);
  const isOfList = mark !== null && mark.kind !== 'number' && mark.kind !== 'emoji' && HAS_NAME.test(mark.rest);
  return isOfList && /\s/u.test(text.slice(0, -mark.rest.length)) ? mark.rest : line;
}

const MARK_KINDS = ['ticked', 'box', 'number', 'bullet', 'emoji'] as const;

/** A name of emoji, and how many of it: `🍎x6`, `🍌 6`. */
const COUNTED_EMOJI =
  /^(?<name>[\p{ExtPict}\p{RI}\p{EMod}\p{Join_C}\p{VS}\s]*[\p{ExtPict}\p{RI}\p{EMod}\p{VS}])\s*(?:[x×]\s?)?(?<count>\p{Nd}{1,3})\s?[x×]?$/iu;

/** A number of the emoji after it: `6 🍌`. */
const COUNT_ALONE = /^(?:[x×]\s?)?\p{Nd}{1,3}\s?[x×]?$/iu;

const HAS_NAME = /[\p{L}\p{Nd}]/u;
const TICK_AT_END = new RegExp(String.raw`\s*${TICKED}$`, 'u');
const EMOJI_AT_END = new RegExp(String.raw`(?:\s|${EMOJI}|\uFE0F)+$`, 'u');

/** Removes a tick and emoji after a name: `milk ✅`. */
function removeEnd(line: string): { readonly text: string; readonly isTicked: boolean } {
  const isTicked = HAS_NAME.test(line) && TICK_AT_END.test(line);
  const text = isTicked ? line.replace(TICK_AT_END, '') : line;
  // Only the last characters, so that the time to read a line grows in proportion to its length.
  const head = text.slice(0, -END_LENGTH);
  const bare = head + text.slice(head.length).replace(EMOJI_AT_END, '');
  const isNamed = HAS_NAME.test(bare) && !(bare !== text && COUNT_ALONE.test(bare));
  return { text: isNamed ? bare.trim() : text, isTicked };
}

const END_LENGTH = 30;

const WRAPPED = /^(?<mark>\*\*|__|~~|==|[*_~])(?<text>[^\s*_~=](?:.*[^\s*_~=])?)\k<mark>(?<colon>:?)$/u;

/** Removes bold and italic type, highlights and strikethrough around a whole line. */
function unwrap(line: string): { readonly text: string; readonly isStruck: boolean } {
  const { mark, text, colon = '' } = WRAPPED.exec(line)?.groups ?? {};
  if (mark === undefined || text === undefined) return { text: line, isStruck: false };
  return { text: `${text}${colon}`, isStruck: mark.startsWith('~') };
}
