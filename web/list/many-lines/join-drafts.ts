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

const toLines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
