/** A category's items. Kept by hand: as components a thousand rows held more memory than all the rest of the app. */
import { useLayoutEffect, useRef } from 'react';
import { liveRow } from '#core/list/list.ts';
import { useApp } from '#web/app-context.ts';
import { list, toast } from '#web/messages/en/list.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { useAct } from '#web/shopper/use-act.ts';
import styles from './category-section.module.css';
import { createItemBlocks } from './item-blocks.ts';
import type { ItemBlocks } from './item-blocks.ts';

type CategoryBodyProps = {
  readonly groupId: string;
  readonly isEmpty: boolean;
  readonly isShopping: boolean;
  readonly onEdit: (itemId: string) => void;
};

/** The rows of the category's items; what happens to one of them renders nothing else. */
export function CategoryBody({ groupId, isEmpty, isShopping, onEdit }: CategoryBodyProps) {
  const shopper = useShopper();
  const onPress = usePress(onEdit);
  const body = useRef<HTMLDivElement>(null);
  const blocks = useRef<ItemBlocks>(null);
  useLayoutEffect(() => {
    if (body.current) blocks.current = createItemBlocks(body.current, shopper, groupId);
    return () => blocks.current?.close();
  }, [shopper, groupId]);
  // New blocks are to be told as well.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useLayoutEffect(() => blocks.current?.show(isShopping), [shopper, groupId, isShopping]);
  return (
    <>
      {isEmpty ? <p className={styles['empty']}>{list.emptyCategory}</p> : null}
      {/* The rows' own boxes and buttons are the controls; a press on any of them bubbles here. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div ref={body} onClick={onPress} />
    </>
  );
}

/** What a press on a row's own controls does; what else one can do to a row comes later (use-row-gestures.ts). */
function usePress(onEdit: (itemId: string) => void) {
  const { store } = useShopper();
  const { handset, preferences } = useApp();
  const doChange = useAct();
  return ({ target }: { readonly target: EventTarget }): void => {
    const control = target instanceof Element && target.closest('button, input');
    const item = control && liveRow(store.list.items, itemIdOf(control));
    if (!item) return;
    const { id, checked, name } = item;
    if (control.matches('input')) {
      store.act({ type: 'check-item', id, checked: !checked });
      if (preferences.read().vibrates) handset.vibrate();
    }
    // Delete is the last one.
    else if (control.nextSibling) onEdit(id);
    else doChange({ type: 'delete-item', id }, toast.deleted(name));
  };
}

const itemIdOf = (control: Element): string => control.closest('li')?.querySelector('input')?.dataset['item'] ?? '';
