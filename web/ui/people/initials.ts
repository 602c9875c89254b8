/** The initials of a person. */

/** At most two: those of the first and the last word. '?' if there is no name. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
  const [first, last] = [words.at(0), words.length > 1 ? words.at(-1) : undefined];
  return [first, last].map((word) => firstLetter(word ?? '')).join('') || '?';
}

/** The first letter with its accents, in upper case. */
const firstLetter = (word: string): string => (/^.\p{M}*/u.exec(word)?.[0] ?? '').toUpperCase();
