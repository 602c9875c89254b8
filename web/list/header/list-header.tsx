/** The header: the list's name, count and progress, the connection status, Shop mode's button, the menu, and the tools below. */
import { useEffect, useRef, type ReactNode } from 'react';
import { messages } from '#web/messages/messages.ts';
import { useHeading } from '#web/shown-list/shown-list.ts';
import { useHeight } from '#web/ui/use-height.ts';
import { mark } from '#web/ui/marks.ts';
import styles from './list-header.module.css';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';

type ListHeaderProps = {
  readonly isShopping: boolean;
  /** The connection and sync status. */
  readonly status: ReactNode;
  readonly shopButton: ReactNode;
  readonly menu: ReactNode;
  /** A mark after the list's name. */
  readonly nameMark: ReactNode;
  /** Opens the account's lists, or renames the list where there is only one. */
  readonly onName: () => void;
  /** The toolbar. */
  readonly children: ReactNode;
};

/** A name with more letters is written in two small lines, which are as high as one large line. */
const LONG_NAME = 14;

export function ListHeader({ isShopping, status, shopButton, menu, nameMark, onName, children }: ListHeaderProps) {
  const { name, checked, total } = useHeading();
  const header = useRef<HTMLElement>(null);
  useHeight(header, '--header-height');
  useTitle(name);
  return (
    <>
      <header className={styles.header} ref={header}>
        <div className={styles.bar}>
          <div className={styles.heading}>
            <h1 className={styles.title} dir="auto">
              <button
                className={styles.name}
                type="button"
                title={messages.list.options}
                data-long={name.length > LONG_NAME}
                onClick={onName}
              >
                {name}
                {nameMark}
              </button>
              <span className={styles.count} {...mark('count', '')}>
                {isShopping ? messages.list.left(total - checked) : messages.list.listCount(checked, total)}
              </span>
            </h1>
            <div className={styles.status}>{status}</div>
          </div>
          {shopButton}
          {menu}
        </div>
        <progress className="visually-hidden" aria-label={messages.list.progress} max={total || 1} value={checked} />
        <div className={styles.track}>
          <div className={styles.barDone} style={{ transform: `scaleX(${checked / (total || 1)})` }} />
        </div>
      </header>
      <section className={styles.tools} aria-label={messages.list.tools}>
        {children}
      </section>
    </>
  );
}

/** Shows the list's name in the browser tab. */
function useTitle(name: string): void {
  useEffect(() => {
    document.title = `${name} · ${messages.product}`;
    return () => {
      document.title = messages.product;
    };
  }, [name]);
}

/** It is in the header, not in the toolbar, because the header remains visible while the list scrolls. */
export const ShopButton = ({ onPress }: { readonly onPress: () => void }) => (
  <button
    className={styles.shop}
    type="button"
    aria-label={messages.list.shopMode}
    title={messages.list.shopMode}
    onClick={onPress}
  >
    <Icon path={icons.basket} />
    <span className={styles.word}>{messages.list.shop}</span>
  </button>
);
