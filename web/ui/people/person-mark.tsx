/** A person: initials in a circle with a constant color. */
import type { CSSProperties } from 'react';
import { hueOf } from '#web/ui/steady-hue.ts';
import { initialsOf } from './initials.ts';
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
