/** The rows of a block: each listens to its own item. */
import { liveRow } from '#core/list/list.ts';
import type { OpenList } from '#client/store/open-list.ts';
import { arrange, renewParts } from './arrange.ts';
import type { Part } from './arrange.ts';
import { createRow, fillRow } from './item-row.tsx';

export type RowSource = Pick<OpenList, 'store' | 'folding'>;

export type ItemRows = {
  /** Brings the rows in line with these items, in this order; those that stay are the same elements. */
  readonly show: (ids: readonly string[], isShopping: boolean) => void;
  readonly close: () => void;
};

/** @param list where the rows stand, and nothing else */
export function createItemRows(list: Element, { store, folding }: RowSource): ItemRows {
  let rows: ReadonlyMap<string, Part> = new Map();
  let isShopping = false;
  // In shop mode a checked row stays until the list is at rest: nothing moves under the thumb (product L6).
  const isVisible = (id: string): boolean =>
    !isShopping || liveRow(store.list.items, id)?.checked !== true || folding.isRecent(id);
  const create = (id: string): Part => {
    const element = createRow(id);
    const fill = (): void => fillRow(element, liveRow(store.list.items, id));
    const refresh = (): void => {
      fill();
      if (isVisible(id) !== element.isConnected) place();
    };
    fill();
    const stops = [store.subscribe(`item:${id}`, refresh), folding.subscribe(`recent:${id}`, refresh)];
    return { element, close: () => stops.forEach((stop) => stop()) };
  };
  const place = (): void => arrange(list, rows, isVisible);
  return {
    show(ids, shops) {
      isShopping = shops;
      rows = renewParts(rows, ids, create);
      place();
    },
    close: () => rows.forEach((row) => row.close()),
  };
}
