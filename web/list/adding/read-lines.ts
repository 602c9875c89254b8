/** Reads pasted text as names, one on each line. */
import { nameKey } from '#core/name/name-key.ts';

/** Bullets, numbers and check boxes of Markdown and chat apps. */
const LINE_START = /^\s*(?:[-*+•–◦☐☑✓]|\d+[.)](?!\d))?\s*(?:\[[ xX]?\])?\s*/u;

/** The names in the order of their lines, without list markers. Lines without a visible character are dropped. */
export const readLines = (text: string): readonly string[] =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => line.replace(LINE_START, '').trim())
    .filter((line) => nameKey(line) !== '');
