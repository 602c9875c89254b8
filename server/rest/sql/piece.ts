/** Pieces of SQL: texts of ours, quoted names and bound values, and nothing else. */

/** A value stands apart from the text until the statement is sent. */
export type Piece = { readonly parts: readonly Part[] };

type Part = string | { readonly value: string };

/** Our own words, with other pieces between them. */
export function sql(words: TemplateStringsArray, ...pieces: readonly Piece[]): Piece {
  const parts: Part[] = [];
  for (const [place, word] of words.entries()) {
    if (word !== '') parts.push(word);
    for (const part of pieces[place]?.parts ?? []) parts.push(part);
  }
  return { parts };
}

/** A value of the caller's: always bound, and of the type that its place asks for. */
export const bind = (value: string): Piece => ({ parts: [{ value }] });

/** A name, such as a column or `schema.table`: always quoted. */
export const identifier = (...names: readonly string[]): Piece => raw(names.map(quote).join('.'));

/** SQL that is ours or the catalogue's own; never a caller's text, unless its grammar admits only what is harmless here. */
export const raw = (text: string): Piece => ({ parts: [text] });

export const join = (pieces: readonly Piece[], separator: string): Piece => ({
  parts: pieces.flatMap((piece, place) => (place === 0 ? piece.parts : [separator, ...piece.parts])),
});

/** A list as SQL writes it. */
export const list = (pieces: readonly Piece[]): Piece => join(pieces, ', ');

/** What is not there. */
export const nothing: Piece = { parts: [] };

/** Gives the statement with its places numbered, and the values for them. */
export function render(piece: Piece): { readonly text: string; readonly values: readonly string[] } {
  const values: string[] = [];
  let text = '';
  for (const part of piece.parts) text += typeof part === 'string' ? part : `$${values.push(part.value)}`;
  return { text, values };
}

const quote = (name: string): string => `"${name.replaceAll('\0', '').replaceAll('"', '""')}"`;
