/** A menu button: a native popover with buttons and links. */
import { useId, useRef, type ReactNode } from 'react';
import { Icon } from '#web/ui/icons/icon.tsx';
import styles from './menu.module.css';
import { icons } from '#web/ui/icons/icons.ts';

/** Choosing an entry closes the menu. */
export function Menu({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const id = useId();
  const popover = useRef<HTMLUListElement>(null);
  return (
    <>
      <button className={styles.opener} type="button" aria-label={name} title={name} popoverTarget={id}>
        <Icon path={icons.menu} />
      </button>
      {/* The controls are the entries inside. A press on one bubbles up to here and closes the menu. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <ul className={styles.menu} id={id} ref={popover} popover="auto" onClick={() => popover.current?.hidePopover()}>
        {children}
      </ul>
    </>
  );
}
