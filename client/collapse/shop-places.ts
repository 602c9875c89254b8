/** Where Shop mode shows each item: in the list or in the basket. A tick moves its item only at the next rest (product L14). */
import type { RowDiff } from '#core/diff/diff.ts';
import { liveRow } from '#core/list/list.ts';
import type { Item } from '#core/list/row.ts';
import { type Counts, OTHER_STORES } from '#core/view/item-places.ts';
import type { Store } from '#client/store/store.ts';

type Ticked = Pick<Item, 'id' | 'checked'>;

/** What to render again when items have changed places: one item, a category, or everything that counts rows. */
export type PlaceKey = `place:${string}` | `shown:${string}` | 'shown';

export type ShopPlaces = {
  /** Whether an item is in the basket. A ticked row that rests in the list is not, and an unticked row that rests in the basket is. */
  readonly isInBasket: (item: Ticked) => boolean;
  /** The number of rows in the list: of a category, of `OTHER_STORES`, or of all categories. */
  readonly countInList: (categoryId?: string) => number;
  /** The items that the next rest moves. */
  readonly moving: () => readonly string[];
  /** Keeps an item of the basket there until the list is at rest, although it is unticked now. */
  readonly keepInBasket: (itemId: string) => void;
  /** Records the ticks of a change. @param isRemote whether the change comes from elsewhere */
  readonly add: (diffs: readonly RowDiff<'items'>[], isRemote: boolean) => void;
  /** Moves all items to where their ticks put them; returns the keys of what changed. */
  readonly settle: () => readonly PlaceKey[];
};

/** The counts of a place, or of all categories. */
function countsIn(view: Store['view'], place: string | undefined): Counts | undefined {
  if (place === undefined) return view.heading();
  return place === OTHER_STORES ? view.otherStores() : view.shownCategory(place);
}

const isCounted = (place: string, categoryId: string | undefined): boolean =>
  categoryId === undefined ? place !== OTHER_STORES : place === categoryId;

export function createShopPlaces({ list, view }: Pick<Store, 'list' | 'view'>): ShopPlaces {
  /** Whether an item is in the basket, for the items that were ticked or unticked since the last rest. */
  const kept = new Map<string, boolean>();
  const isInBasket = ({ id, checked }: Ticked): boolean => kept.get(id) ?? checked;
  const keep = (id: string, isKeptInBasket: boolean): void => {
    if (!kept.has(id)) kept.set(id, isKeptInBasket);
  };
  /** The kept items that are not where their ticks put them. */
  const moving = (): readonly Item[] =>
    [...kept.keys()].flatMap((id) => {
      const item = liveRow(list.items, id);
      return item !== undefined && isInBasket(item) !== item.checked ? [item] : [];
    });
  return {
    isInBasket,
    countInList(categoryId) {
      const counts = countsIn(view, categoryId);
      const unticked = (counts?.total ?? 0) - (counts?.checked ?? 0);
      const own = moving().filter((item) => isCounted(view.placeOf(item), categoryId));
      return own.reduce((sum, { checked }) => sum + (checked ? 1 : -1), unticked);
    },
    moving: () => moving().map(({ id }) => id),
    keepInBasket: (itemId) => keep(itemId, true),
    add(diffs, isRemote) {
      for (const { id, before, after } of diffs) {
        if (before.checked === false && after.checked === true) keep(id, false);
        // The shopper's own Undo, or adding the name again, brings the row back at once.
        if (isRemote && before.checked === true && after.checked === false) keep(id, true);
      }
    },
    settle() {
      const moved = moving();
      kept.clear();
      if (moved.length === 0) return [];
      const categoryIds = new Set(moved.map(view.placeOf));
      return [
        ...moved.map(({ id }) => `place:${id}` as const),
        ...[...categoryIds].map((id) => `shown:${id}` as const),
        'shown',
      ];
    },
  };
}
