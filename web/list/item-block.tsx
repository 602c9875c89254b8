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
  const space = `calc(${itemIds.length} * var(--row))`;
  return (
    <ul
      className={styles['block']}
      ref={list}
      data-far={isNear ? undefined : ''}
      // The browser keeps the last height: that of shop mode must not be the one to come back to.
      style={isNear ? { containIntrinsicBlockSize: isShopping ? undefined : `auto ${space}` } : { blockSize: space }}
    >
      {isNear ? itemIds.map((id) => <ItemRow key={id} itemId={id} isShopping={isShopping} onEdit={onEdit} />) : null}
    </ul>
  );
});

/** Whether the element is on the screen or close to it, or has the focus; always, while it is not watched. */
function useIsNear(element: { readonly current: HTMLElement | null }, isWatched: boolean): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!isWatched || target === null) return undefined;
    let isClose = false;
    // A row that has the focus stays, however far one scrolls: without it the keyboard would start again at the top.
    const update = (focused: EventTarget | null): void =>
      setNear(isClose || (focused instanceof Node && target.contains(focused)));
    const observer = new IntersectionObserver(
      ([entry]) => {
        isClose = entry?.isIntersecting ?? false;
        update(document.activeElement);
      },
      { rootMargin: MARGIN },
    );
    const onFocusOut = (event: FocusEvent): void => update(event.relatedTarget);
    observer.observe(target);
    target.addEventListener('focusout', onFocusOut);
    return () => {
      observer.disconnect();
      target.removeEventListener('focusout', onFocusOut);
    };
  }, [element, isWatched]);
  return isNear || !isWatched;
}
