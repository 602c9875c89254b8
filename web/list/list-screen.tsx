/** The main screen: the list, its actions and the add bar. */
import { useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react';
import type { Selection } from '#core/view/selection.ts';
import { messages } from '#web/messages/messages.ts';
import { useStores } from '#web/shown-list/shown-list.ts';
import { useHeight } from '#web/ui/use-height.ts';
import { CategoryList } from './categories/category-list.tsx';
import { ListHeader } from './header/list-header.tsx';
import type { OpenItemMenu } from './rows/item-row.tsx';
import { SelectionContext, type SelectRowProps } from './rows/item-blocks.tsx';
import styles from './list-screen.module.css';

/** Selects categories and items; null leaves Select mode. */
type Select = (selected: Selection | null) => void;

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
  /** Renders the controls above the list, or only the choice of a store in Shop mode. `selected` is null outside Select mode. */
  readonly renderControls: (selected: Selection | null, onSelect: Select) => ReactNode;
  /** A row in Select mode. */
  readonly SelectRow: ComponentType<SelectRowProps>;
  /** Above the categories: what a list without items shows. */
  readonly empty: ReactNode;
  /** Below the categories: the items for other stores. */
  readonly otherStores: ReactNode;
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
  const { otherStores, SelectRow, nameMark, onName, onMore, onEditCategory } = props;
  const top = useRef<HTMLDivElement>(null);
  useHeight(top, '--top-height');
  const hasStores = useStores().length > 0;
  const [selected, setSelected] = useState<Selection | null>(null);
  // Shop mode ends Select mode: after a trip, a tap on a row must not select it.
  if (isShopping && selected !== null) setSelected(null);
  const selection = useMemo(
    () => (selected === null ? null : { selected, onSelect: setSelected, SelectRow }),
    [selected, SelectRow],
  );
  return (
    <div className={styles.screen} data-shop={isShopping} data-stores={hasStores} data-selecting={selection !== null}>
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
      <main className={styles.main} aria-label={messages.list.label}>
        {notices}
        <div className={styles.controls}>{renderControls(selected, setSelected)}</div>
        <SelectionContext value={selection}>
          <CategoryList
            isShopping={isShopping}
            onMore={onMore}
            onEditCategory={onEditCategory}
            empty={isShopping ? null : empty}
            end={otherStores}
          />
        </SelectionContext>
        {isShopping ? shopEnd : null}
        <footer className={styles.footer}>{messages.footer}</footer>
      </main>
    </div>
  );
}
