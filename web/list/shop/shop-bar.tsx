/** Shop mode's bar at the bottom of the screen: Undo, Redo, Add and Done, within reach of the thumb (product L14). */
import { rowDiffsOf, type Diff } from '#core/diff/diff.ts';
import { useRef } from 'react';
import { messages } from '#web/messages/messages.ts';
import { useBasketCounts, useHistory, useShownList } from '#web/shown-list/shown-list.ts';
import { useUndo } from '#web/shown-list/use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Icon } from '#web/ui/icons/icon.tsx';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import { useChunk } from '#web/ui/use-chunk.ts';
import { useHeight } from '#web/ui/use-height.ts';
import { ADD_FIELD } from '#web/list/keyboard/add-field.ts';
import { showItem } from '#web/list/adding/show-item.ts';
import styles from './shop-bar.module.css';

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
