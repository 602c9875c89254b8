/** Up to 64 rows; in a very long list those far from the screen are only a space of their height. */
import { memo, useEffect, useRef, useState } from 'react';
import { useBlock, useHasMoreThan } from '#web/shopper/shopper-context.ts';
import styles from './item-block.module.css';
import { ItemRow } from './item-row.tsx';

/** A list up to this long is in the page whole, so that the browser's own search finds everything. */
const WHOLE_UP_TO = 1000;
/** How far beyond the screen rows are kept: two phone screens. */
const MARGIN = '1600px 0px';

type ItemBlockProps = {
  readonly blockKey: string;
  readonly isShopping: boolean;
  readonly onEdit: (itemId: string) => void;
};

/** The block's rows; a header that changes above them does not render them again. */
export const ItemBlock = memo(function ItemBlock({ blockKey, isShopping, onEdit }: ItemBlockProps) {
  const itemIds = useBlock(blockKey);
  const isLong = useHasMoreThan(WHOLE_UP_TO);
  const list = useRef<HTMLUListElement>(null);
  const isNear = useIsNear(list, isLong);
  return (
    <ul
      className={styles['block']}
      ref={list}
      style={isNear ? undefined : { blockSize: `calc(${itemIds.length} * var(--row))` }}
    >
      {isNear ? itemIds.map((id) => <ItemRow key={id} itemId={id} isShopping={isShopping} onEdit={onEdit} />) : null}
    </ul>
  );
});

/** Whether the element is on the screen or close to it; always, while it is not watched. */
function useIsNear(element: { readonly current: Element | null }, isWatched: boolean): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!isWatched || target === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: MARGIN,
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, isWatched]);
  return isNear || !isWatched;
}
