/** A menu behind a button: a popover with plain buttons and links, which the platform opens, closes and dismisses. */
import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '#web/ui/icons/icon.tsx';
import styles from './menu.module.css';
import { icons } from '#web/ui/icons/icons.ts';

/** The button and what it opens; choosing anything closes it. */
export function Menu({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const id = useId();
  const popover = useRef<HTMLUListElement>(null);
  return (
    <>
      <button className={styles.opener} type="button" aria-label={name} title={name} popoverTarget={id}>
        <Icon path={icons.menu} />
      </button>
      {/* The items inside are the controls; a press on any of them bubbles here and closes the menu. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <ul className={styles.menu} id={id} ref={popover} popover="auto" onClick={() => popover.current?.hidePopover()}>
        {children}
      </ul>
    </>
  );
}
