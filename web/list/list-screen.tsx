/** The main screen: the list, everything one does to it, and the bar to add things with. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { footer } from '#web/messages/en/common.ts';
import { list } from '#web/messages/en/list.ts';
import { CategoryList } from './category-list.tsx';
import { ListHeader } from './list-header.tsx';
import styles from './list-screen.module.css';

/** Selects categories; null leaves select mode. */
type SelectCategories = (selected: ReadonlySet<string> | null) => void;

export type ListScreenProps = {
  readonly isShopping: boolean;
  /** The header's line about the connection. */
  readonly status: ReactNode;
  /** The header's menu. */
  readonly menu: ReactNode;
  /** The toolbar, or what stands in its place in shop mode. */
  readonly tools: ReactNode;
  /** The bar to add things with. */
  readonly adder: ReactNode;
  /** What the app has to say above the list. */
  readonly notices: ReactNode;
  /** The controls above the list, for the categories that are selected; null outside select mode. */
  readonly renderControls: (selected: ReadonlySet<string> | null, onSelect: SelectCategories) => ReactNode;
  /** What stands where there are no categories. */
  readonly empty: ReactNode;
  readonly onEdit: (itemId: string) => void;
};

/** Header and rows are here at once; the parts around them come through the props, a moment later. */
export function ListScreen(props: ListScreenProps) {
  const { isShopping, status, menu, tools, adder, notices, renderControls, empty, onEdit } = props;
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  return (
    <div className={styles['screen']} data-shop={isShopping}>
      <ListHeader status={status} menu={menu}>
        {tools}
      </ListHeader>
      {isShopping ? null : <div className={styles['adder']}>{adder}</div>}
      <main className={styles['main']} aria-label={list.label}>
        {notices}
        {isShopping ? null : <div className={styles['controls']}>{renderControls(selected, setSelected)}</div>}
        <CategoryList
          isShopping={isShopping}
          selected={isShopping ? null : selected}
          onSelect={setSelected}
          onEdit={onEdit}
          empty={empty}
        />
        <footer className={styles['footer']}>{footer}</footer>
      </main>
    </div>
  );
}
