/** The items for other stores at the end of the list, folded until the shopper opens them (product O3). Loads after the list. */
import { OTHER_STORES } from '#core/view/item-places.ts';
import { messages } from '#web/messages/messages.ts';
import { useInListCount, useIsCollapsed, useOtherStores, useShownList } from '#web/shown-list/shown-list.ts';
import { icons } from '#web/ui/icons/icons.ts';
import type { OpenItemMenu } from '#web/list/rows/item-row.tsx';
import { CategoryBody } from '#web/list/rows/item-blocks.tsx';
import { useId, type ReactNode } from 'react';
import { Icon } from '#web/ui/icons/icon.tsx';
import { mark } from '#web/ui/marks.ts';
import styles from './fold.module.css';

type OtherStoresProps = { readonly isShopping: boolean; readonly onMore: OpenItemMenu };

/** Shop mode shows only what is left, as in the rest of the list. */
export function OtherStores({ isShopping, onMore }: OtherStoresProps) {
  const { collapse } = useShownList();
  const { total } = useOtherStores();
  const inList = useInListCount(OTHER_STORES, isShopping);
  const isCollapsed = useIsCollapsed(OTHER_STORES);
  const count = inList ?? total;
  if (count === 0) return null;
  return (
    <Fold
      icon={icons.store}
      label={messages.stores.others(count)}
      isOpen={!isCollapsed}
      onToggle={() => collapse.move(() => collapse.toggle(OTHER_STORES))}
    >
      <CategoryBody categoryId={OTHER_STORES} total={total} isShopping={isShopping} onMore={onMore} />
    </Fold>
  );
}

type FoldProps = {
  /** The icon's path. */
  readonly icon: string;
  readonly label: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** The rows, rendered only while it is open. */
  readonly children: ReactNode;
};

export function Fold({ icon, label, isOpen, onToggle, children }: FoldProps) {
  const bodyId = useId();
  return (
    <section className={styles.fold} data-open={isOpen}>
      <h2 className={styles.heading} {...mark('moves', '')}>
        <button
          className={styles.button}
          type="button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          {...mark('action', 'fold')}
          onClick={onToggle}
        >
          <Icon path={icon} />
          {label}
          <Icon path={icons.chevron} />
        </button>
      </h2>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen ? children : null}
      </div>
    </section>
  );
}
