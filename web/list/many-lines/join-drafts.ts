/** Joins texts that were pasted or shared, but not added, for the next time that Add Several Items opens. */

/**
 * Keeps the text of an earlier opening, because the dialog opened with another text.
 * @returns the draft, and then the text unless the draft already has all of its lines
 */
export function joinDrafts(draft: string, unsent: string): string {
  const kept = toLines(draft);
  if (toLines(unsent).every((line) => kept.includes(line))) return draft;
  return draft === '' ? unsent : `${draft}\n${unsent}`;
}

/** Removes a text that was added after all. @returns the draft without its lines, if it has all of them */
export function removeAdded(draft: string, added: string): string {
  const [kept, lines] = [toLines(draft), toLines(added)];
  return lines.every((line) => kept.includes(line)) ? kept.filter((line) => !lines.includes(line)).join('\n') : draft;
}

const toLines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
