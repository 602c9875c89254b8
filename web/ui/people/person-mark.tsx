/** A person: initials in a circle with a constant color. */
import type { CSSProperties } from 'react';
import styles from './person-mark.module.css';

type PersonMarkProps = {
  /** The account; it determines the color. */
  readonly id: string;
  readonly name: string;
};

/** Hidden from screen readers; its parent names the person. */
export function PersonMark({ id, name }: PersonMarkProps) {
  const style: CSSProperties & Record<'--hue', number> = { '--hue': hueOf(id) };
  return (
    <span className={styles.mark} style={style} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

/** Stands for people who have no room. */
export const MorePeople = ({ text }: { readonly text: string }) => (
  <span className={styles.more} aria-hidden="true">
    {text}
  </span>
);

/** At most two: those of the first and the last word. '?' if there is no name. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
  const [first, last] = [words.at(0), words.length > 1 ? words.at(-1) : undefined];
  return [first, last].map((word) => firstLetter(word ?? '')).join('') || '?';
}

/** The first letter with its accents, in upper case. */
const firstLetter = (word: string): string => (/^.\p{M}*/u.exec(word)?.[0] ?? '').toUpperCase();

const GOLDEN_ANGLE = 137.508;

/** A hue in whole degrees. The same text has the same hue on every device, and similar texts have different hues. */
function hueOf(text: string): number {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return Math.round((hash * GOLDEN_ANGLE) % 360);
}
