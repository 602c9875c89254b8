/** What Shop mode shows after the rows: that nothing is left to get, the basket, and the bar at the bottom of the screen. */
import { messages } from '#web/messages/messages.ts';
import {
  useBasketCounts,
  useCheckedCount,
  useChosenStore,
  useOtherStores,
  useSettledCount,
  useShownList,
  useShownCategory,
  useHistory,
} from '#web/shown-list/shown-list.ts';
import { useApplyChange, useUndo } from '#web/shown-list/use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/status/empty-state.tsx';
import { mark } from '#web/ui/marks.ts';
import { useRef, useState } from 'react';
import { liveRow } from '#core/list/list.ts';
import { icons } from '#web/ui/icons/icons.ts';
import { itemIdAt, TabStopContext, useOwnTabStop } from '#web/list/keyboard/row-focus.ts';
import { Fold } from '#web/list/categories/other-stores.tsx';
import { ItemRow, type OpenItemMenu } from '#web/list/rows/item-row.tsx';
import styles from './shop-end.module.css';
import { rowDiffsOf, type Diff } from '#core/diff/diff.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Icon } from '#web/ui/icons/icon.tsx';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import { useChunk } from '#web/ui/use-chunk.ts';
import { useHeight } from '#web/ui/use-height.ts';
import { ADD_FIELD } from '#web/list/keyboard/add-field.ts';
import { showItem } from '#web/list/adding/show-item.ts';

/** Appears when the last rows have left, so that nothing moves under the thumb (product L6). Done is in the bar below. */
export function ShopFinish({ onLeave }: { readonly onLeave: () => void }) {
  const checked = useCheckedCount();
  const { inList, inBasket } = useBasketCounts();
  const doChange = useApplyChange();
  // The next trip begins at the first category, wherever this one ended.
  const leave = (): void => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    onLeave();
  };
  const clear = (): void => {
    doChange({ type: 'clear-checked' }, messages.listToasts.cleared(checked));
    leave();
  };
  const uncheck = (): void => {
    doChange({ type: 'uncheck-all' }, messages.listToasts.unchecked(checked));
    leave();
  };
  const { done, nothing } = useEndTexts();
  const isFinished = inList === 0;
  return (
    <div role="status" {...mark('moves', '')}>
      {isFinished && inBasket > 0 ? (
        <EmptyState
          drawing="fullBasket"
          text={
            <>
              <strong>{done}</strong>
              <br />
              {messages.shop.next}
            </>
          }
        >
          <Button onPress={clear}>{messages.controls.clearChecked}</Button>
          <Button onPress={uncheck}>{messages.controls.uncheckAll}</Button>
        </EmptyState>
      ) : null}
      {isFinished && inBasket === 0 ? <EmptyState drawing="basket" text={nothing} /> : null}
    </div>
  );
}

/** With a chosen store, `done` names it if other stores have unchecked items, and `nothing` if they have any items. */
function useEndTexts(): { readonly done: string; readonly nothing: string } {
  const chosen = useChosenStore();
  const { total, checked } = useOtherStores();
  const { allDone, doneAt, nothing, nothingAt } = messages.shop;
  if (chosen === null || total === 0) return { done: allDone, nothing };
  const left = total - checked;
  return { done: left === 0 ? allDone : doneAt(chosen.name, left), nothing: nothingAt(chosen.name) };
}

type BasketProps = { readonly onMore: OpenItemMenu };

export function Basket({ onMore }: BasketProps) {
  const { inBasket } = useBasketCounts();
  const [isOpen, setOpen] = useState(false);
  if (inBasket === 0) return null;
  return (
    <Fold icon={icons.basket} label={messages.shop.basket(inBasket)} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
      <BasketRows onMore={onMore} />
    </Fold>
  );
}

/** The items by category, in the order of the list. */
function BasketRows({ onMore }: BasketProps) {
  const rows = useRef<HTMLDivElement>(null);
  const tabStop = useOwnTabStop(rows);
  const groups = useBasketGroups();
  return (
    // This handler only remembers which row has the focus. The controls are inside the rows.
    <div className={styles.groups} ref={rows} onFocus={({ target }) => tabStop.focus(itemIdAt(target))}>
      <TabStopContext value={tabStop}>
        {groups.map(({ categoryId, itemIds }) => (
          <div key={categoryId}>
            <GroupHeading categoryId={categoryId} />
            <div role="list">
              {itemIds.map((id) => (
                <ItemRow key={id} itemId={id} isShopping isBasket onMore={onMore} />
              ))}
            </div>
          </div>
        ))}
      </TabStopContext>
    </div>
  );
}

function GroupHeading({ categoryId }: { readonly categoryId: string }) {
  const category = useShownCategory(categoryId);
  return (
    <h3 className={styles.group} dir="auto" {...mark('moves', '')}>
      {category?.name || messages.list.unnamedCategory}
    </h3>
  );
}

type BasketGroup = { readonly categoryId: string; readonly itemIds: readonly string[] };

/** The basket's items. Reads them again when items change places, but not for each tick. */
function useBasketGroups(): readonly BasketGroup[] {
  const { store, collapse } = useShownList();
  useSettledCount();
  const { list: rows, view } = store;
  const isInBasket = (itemId: string): boolean => {
    const item = liveRow(rows.items, itemId);
    return item !== undefined && collapse.isInBasket(item);
  };
  return view.shownCategoryIds().flatMap((categoryId): readonly BasketGroup[] => {
    const itemIds = view.blocks(categoryId).flatMap((block) => block.itemIds.filter(isInBasket));
    return itemIds.length === 0 ? [] : [{ categoryId, itemIds }];
  });
}

const loadNotice = () => import('./behind-notice.tsx');

type ShopBarProps = {
  /** The last step before Shop mode was opened. Undo and Redo concern only what was done on this trip. */
  readonly tripStart: string;
  readonly onLeave: () => void;
};

export function ShopBar({ tripStart, onLeave }: ShopBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useHeight(bar, '--bottom-bar-height');
  const { canUndo, canRedo } = useHistory(tripStart);
  const { inList, inBasket } = useBasketCounts();
  const { undo, redo } = useUndoInShop(tripStart);
  const notice = useChunk(loadNotice, 'ignore');
  return (
    <div className={styles.bar} ref={bar} role="group" aria-label={messages.shop.bar}>
      {notice && <notice.BehindNotice />}
      <div className={styles.buttons}>
        <Button look="quiet" disabled={!canUndo} onPress={undo}>
          <Icon path={toolIcons.undo} />
          {messages.shop.undo}
        </Button>
        <span className={styles.redo}>
          <IconButton
            icon={toolIcons.redo}
            name={messages.toolbar.redo.name}
            keys={messages.toolbar.redo.keys}
            disabled={!canRedo}
            onPress={redo}
          />
        </span>
        <span className={styles.add}>
          {/* In the press itself, or a phone would not open its keyboard. */}
          <Button look="quiet" onPress={() => document.querySelector<HTMLElement>(ADD_FIELD)?.focus()}>
            <Icon path={toolIcons.plus} />
            {messages.shop.add}
          </Button>
        </span>
        <Button look={inList === 0 ? 'primary' : 'plain'} action="leave-shop" onPress={onLeave}>
          {messages.shop.done}
        </Button>
      </div>
      {/* Changes only when rows leave or come back, so that ticks are not announced twice. */}
      <p className="visually-hidden" role="status">
        {inBasket > 0 ? messages.shop.summary(inBasket, inList) : ''}
      </p>
    </div>
  );
}

/** Scrolls to the row that Undo brings back, or that Redo takes again. */
function useUndoInShop(tripStart: string): { readonly undo: () => void; readonly redo: () => void } {
  const shownList = useShownList();
  const { undo, redo } = useUndo(tripStart);
  const show = (diff: Diff | null): void => {
    const [only, ...others] = rowDiffsOf(diff ?? [], 'items');
    if (only !== undefined && others.length === 0) showItem(shownList, only.id);
  };
  return { undo: () => show(undo()), redo: () => show(redo()) };
}
