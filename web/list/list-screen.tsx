/** The main screen: the list, its actions and the add bar. */
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { footer } from '#web/messages/en/common.ts';
import { list } from '#web/messages/en/list.ts';
import { useHeight } from '#web/ui/use-height.ts';
import { CategoryList } from './categories/category-list.tsx';
import { ListHeader } from './header/list-header.tsx';
import type { OpenItemMenu } from './rows/item-row.tsx';
import styles from './list-screen.module.css';

/** Selects categories; null leaves select mode. */
type SelectCategories = (selected: ReadonlySet<string> | null) => void;

export type ListScreenProps = {
  readonly isShopping: boolean;
  /** The connection status. */
  readonly status: ReactNode;
  /** Starts shop mode; null in shop mode. */
  readonly shopButton: ReactNode;
  /** The header's menu. */
  readonly menu: ReactNode;
  /** The toolbar; empty in shop mode. */
  readonly tools: ReactNode;
  /** The add bar. */
  readonly adder: ReactNode;
  /** The date on paper, and notices above the list. */
  readonly notices: ReactNode;
  /** Renders the controls above the list; `selected` is null outside Select mode. */
  readonly renderControls: (selected: ReadonlySet<string> | null, onSelect: SelectCategories) => ReactNode;
  /** Shown above the categories if the list has no items. */
  readonly empty: ReactNode;
  /** Shop mode's end of the list: the basket and the bar at the bottom. */
  readonly shopEnd: ReactNode;
  /** A mark after the list's name. */
  readonly nameMark: ReactNode;
  /** Opens the account's lists, or renames the list where there is only one. */
  readonly onName: () => void;
  readonly onMore: OpenItemMenu;
  readonly onEditCategory: (categoryId: string) => void;
};

/** Contains the header and the rows. The other parts are props, because they load later. */
export function ListScreen(props: ListScreenProps) {
  const { isShopping, status, shopButton, menu, tools, adder, notices, renderControls, empty, shopEnd } = props;
  const { nameMark, onName, onMore, onEditCategory } = props;
  const top = useRef<HTMLDivElement>(null);
  useHeight(top, '--top-height');
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  return (
    <div className={styles.screen} data-shop={isShopping} data-selecting={!isShopping && selected !== null}>
      <div className={styles.top} ref={top}>
        <ListHeader
          isShopping={isShopping}
          status={status}
          shopButton={shopButton}
          menu={menu}
          nameMark={nameMark}
          onName={onName}
        >
          {tools}
        </ListHeader>
        <div className={styles.adder}>{adder}</div>
      </div>
      <main className={styles.main} aria-label={list.label}>
        {notices}
        {isShopping ? null : <div className={styles.controls}>{renderControls(selected, setSelected)}</div>}
        <CategoryList
          isShopping={isShopping}
          selected={isShopping ? null : selected}
          onSelect={setSelected}
          onMore={onMore}
          onEditCategory={onEditCategory}
          empty={isShopping ? null : empty}
        />
        {isShopping ? shopEnd : null}
        <footer className={styles.footer}>{footer}</footer>
      </main>
    </div>
  );
}
