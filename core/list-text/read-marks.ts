/** Removes what chat apps, notes and Markdown put around the name in a line: senders, bullets, check boxes, bold type. */

export type MarkedLine = {
  /** The line without marks. */
  readonly text: string;
  /** Whether its box is ticked, or the text is struck through. */
  readonly checked: boolean;
  /** Whether it began with a bullet, a number or a box. */
  readonly isListed: boolean;
  /** Whether Markdown marks it as a heading. */
  readonly isHeading: boolean;
};

/** Reads the marks of one line. */
export function readMarks(line: string): MarkedLine {
  const message = line.replace(SENDER, '').replace(RULE, '').trim();
  const heading = HEADING.exec(message);
  const body = heading === null ? unwrap(message) : { text: message.slice(heading[0].length), isStruck: false };
  const start = LINE_START.exec(body.text);
  const mark = start?.[0] ?? '';
  const rest = unwrap(body.text.slice(mark.length).trim());
  return {
    text: rest.text,
    checked: start?.groups?.['ticked'] !== undefined || body.isStruck || rest.isStruck,
    isListed: mark.trim() !== '',
    isHeading: heading !== null,
  };
}

const TIME = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?`;
const DATE = String.raw`\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{2,4}`;

/** The time and sender of a message, as WhatsApp copies and exports them: `[12:30, 4/5/2026] Anna: ` or `4/5/26, 12:30 - Anna: `. */
const SENDER = new RegExp(
  String.raw`^[\s\p{Cf}]*(?:\[(?:${TIME},?\s${DATE}|${DATE},?\s${TIME})\]|${DATE},?\s${TIME}\s[-–])\s+[^:]{1,80}:\s+`,
  'iu',
);

/** A line between parts of a text: `---`. */
const RULE = /^[\s\p{Cf}]*(?:[-*_=][\s\p{Cf}]*){2,}$/u;

const HEADING = /^#{1,6}\s+/u;

/** Bullets, numbers and check boxes of Markdown, notes and chat apps. */
const LINE_START =
  /^[\s\p{Cf}]*(?:(?:[-+•‣⁃–—·◦▪●○]|\*(?!\*))|\d+[.)](?!\d))?\s*(?:(?<ticked>\[[xX✓✔]\]|[☑☒✓✔✅]\uFE0F?)|\[ ?\]|[☐⬜▢□◻]\uFE0F?)?\s*/u;

const WRAPPED = /^(?<mark>\*\*|__|~~|[*_~])(?<text>[^\s*_~](?:.*[^\s*_~])?)\k<mark>(?<colon>:?)$/u;

/** Removes bold and italic type and strikethrough around a whole line. */
function unwrap(line: string): { readonly text: string; readonly isStruck: boolean } {
  const { mark, text, colon = '' } = WRAPPED.exec(line)?.groups ?? {};
  if (mark === undefined || text === undefined) return { text: line, isStruck: false };
  return { text: `${text}${colon}`, isStruck: mark.startsWith('~') };
}
