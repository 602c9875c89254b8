/**
 * When rows may move: no pointer is down, and nothing was touched or changed for a while (product L6, L14). Until then, a ticked item stays where
 * Shop mode shows it, in the list or in the basket.
 */
import type { Clock } from '#client/ports/clock.ts';
import type { RowDiff } from '#core/diff/diff.ts';
import { liveRow } from '#core/list/list.ts';
import type { Item } from '#core/list/row.ts';
import { type Counts, OTHER_STORES } from '#core/view/item-places.ts';
import type { Store } from '#client/store/store.ts';

/** Milliseconds without a touch or a change before the list is at rest (product L6). */
export const REST_MS = 600;
/** The same in Shop mode, where ticked rows stay in place longer (product L14). */
export const SHOP_REST_MS = 2000;
/** Milliseconds in which rows fade before they leave. A touch in this time keeps them. */
export const LEAVE_MS = 140;

export type Rest = {
  /** Reports a change by the user: the wait starts again. */
  readonly disturb: () => void;
  /** Asks for rest after a change from elsewhere. A wait that has started is not extended. */
  readonly request: () => void;
  /** Reports a touch that is over, such as a scroll or a key: the wait starts again. */
  readonly touch: () => void;
  /** Reports that a finger or mouse button went down or up anywhere: rows must not move under it. */
  readonly setPointerDown: (isDown: boolean) => void;
  readonly setShopping: (isShopping: boolean) => void;
  /** Whether rows may move at once: the wait after the user's last action or touch is over, and no row fades. Waits that `request` started do not count. */
  readonly isQuiet: () => boolean;
  /** Does what moves rows although the user changed nothing: now, or after the next rest. */
  readonly whenQuiet: (work: () => void) => void;
  readonly close: () => void;
};

export type RestParts = {
  readonly clock: Clock;
  /** Whether rows will leave at rest, so that they have to fade first. */
  readonly hasLeaving: () => boolean;
  /** Rows begin to fade, or no longer do: they have left, or a touch keeps them. */
  readonly onLeaving: (isLeaving: boolean) => void;
  /** The list is at rest, once after each disturbance or request. */
  readonly onRest: () => void;
};

export function createRest(parts: RestParts): Rest {
  const waiting: (() => void)[] = [];
  const onRest = (): void => {
    parts.onRest();
    for (const work of waiting.splice(0)) work();
  };
  const rest = createWait({ ...parts, onRest });
  return {
    ...rest,
    whenQuiet(work) {
      if (rest.isQuiet()) return work();
      waiting.push(work);
      rest.request();
    },
  };
}

/** The wait for rest. */
function createWait(parts: RestParts): Omit<Rest, 'whenQuiet'> {
  /** `isTouched`: the user did something since the last rest. `isDisturbed`: the list changed since then. */
  const state = { restMs: REST_MS, isPointerDown: false, isTouched: false, isDisturbed: false };
  const timer = createTimer(parts.clock);
  const leaving = createLeaving(timer, parts, () => {
    state.isDisturbed = false;
    parts.onRest();
  });
  const end = (): void => {
    state.isTouched = false;
    if (state.isDisturbed) leaving.start();
  };
  const wait = (changes: Partial<typeof state>): void => {
    Object.assign(state, changes);
    leaving.cancel();
    // The wait starts when the pointer goes up.
    if (state.isPointerDown) timer.stop();
    else timer.start(state.restMs, end);
  };
  return {
    disturb: () => wait({ isTouched: true, isDisturbed: true }),
    request() {
      state.isDisturbed = true;
      if (!timer.isRunning()) wait({});
    },
    touch: () => wait({ isTouched: true }),
    setPointerDown: (isPointerDown) => wait({ isTouched: true, isPointerDown }),
    setShopping(isShopping) {
      state.restMs = isShopping ? SHOP_REST_MS : REST_MS;
      if (state.isDisturbed) wait({});
    },
    isQuiet: () => !state.isPointerDown && !state.isTouched && !leaving.isLeaving(),
    close() {
      state.isDisturbed = false;
      leaving.cancel();
      timer.stop();
    },
  };
}

/** The end of a wait: rows that leave fade first. */
function createLeaving(timer: Timer, { hasLeaving, onLeaving }: RestParts, onRest: () => void) {
  let isLeaving = false;
  const setLeaving = (next: boolean): void => {
    if (next === isLeaving) return;
    isLeaving = next;
    onLeaving(next);
  };
  const finish = (): void => {
    onRest();
    setLeaving(false);
  };
  return {
    start(): void {
      if (!hasLeaving()) return finish();
      setLeaving(true);
      timer.start(LEAVE_MS, finish);
    },
    cancel: (): void => setLeaving(false),
    isLeaving: (): boolean => isLeaving,
  };
}

type Timer = ReturnType<typeof createTimer>;

/** A timer that starts again with each call. */
function createTimer(clock: Clock) {
  let cancel: (() => void) | null = null;
  const stop = (): void => {
    cancel?.();
    cancel = null;
  };
  return {
    start(milliseconds: number, callback: () => void): void {
      stop();
      cancel = clock.after(milliseconds, () => {
        cancel = null;
        callback();
      });
    },
    stop,
    isRunning: (): boolean => cancel !== null,
  };
}

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

/** Where Shop mode shows each item. A tick moves its item only at the next rest (product L14). */
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
