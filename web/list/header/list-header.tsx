/** The header: the list's name, count and progress, the connection status, the menu, and the tools below. */
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { product } from '#web/messages/en/common.ts';
import { list } from '#web/messages/en/list.ts';
import { useHeading } from '#web/shopper/shopper-context.ts';
import { useHeight } from '#web/ui/use-height.ts';
import styles from './list-header.module.css';

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
              <button className={styles.name} type="button" title={list.options} onClick={onName}>
                {name}
                {nameMark}
              </button>
              <span className={styles.count} data-count="">
                {isShopping ? list.left(total - checked) : list.listCount(checked, total)}
              </span>
            </h1>
            <div className={styles.status}>{status}</div>
          </div>
          {shopButton}
          {menu}
        </div>
        <progress className="visually-hidden" aria-label={list.progress} max={total || 1} value={checked} />
        <div className={styles.track}>
          <div className={styles.barDone} style={{ transform: `scaleX(${checked / (total || 1)})` }} />
        </div>
      </header>
      <section className={styles.tools} aria-label={list.tools}>
        {children}
      </section>
    </>
  );
}

/** Shows the list's name in the browser tab. */
function useTitle(name: string): void {
  useEffect(() => {
    document.title = `${name} · ${product}`;
    return () => {
      document.title = product;
    };
  }, [name]);
}
