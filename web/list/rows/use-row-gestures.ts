/** Handles long presses, right clicks and keys on rows: they open the menu of a row, or do what it offers. Loads after the list. */
import { useLayoutEffect } from 'react';
import type { Item } from '#core/list/row.ts';
import { liveRow } from '#core/list/list.ts';
import { useApp } from '#web/shown-list/app-context.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { createPress } from './press.ts';
import { moveFocus } from '#web/list/keyboard/move-focus.ts';
import { findBox, itemIdAt, rowOf } from '#web/list/keyboard/row-focus.ts';
import { markedAs } from '#web/ui/marks.ts';
import type { OpenItemMenu } from './item-row.tsx';
import { useDeleteItem } from './use-delete-item.ts';

const MODIFIERS = ['Alt', 'Control', 'Meta'];

/** One set of listeners serves all rows. */
export function useRowGestures(onEdit: (itemId: string) => void, onMenu: OpenItemMenu): void {
  const { store } = useShownList();
  const { deviceFeatures, preferences } = useApp();
  const deleteItem = useDeleteItem();
  // Runs before the next frame, so that the first press on what that frame shows is noticed.
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const itemAt = (target: EventTarget | null): Item | undefined => liveRow(store.list.items, itemIdAt(target) ?? '');
    const edit = (itemId: string): void => {
      focusRow(itemId);
      onEdit(itemId);
    };
    const release = createRelease(signal);
    const openMenu = (target: EventTarget | null): void => {
      const item = itemAt(target);
      if (!item) return undefined;
      if (!hasActions(item.id)) return findBox(document.body, item.id)?.click();
      if (release.isDown() && preferences.read().vibrates) deviceFeatures.vibrate();
      const button = rowOf(item.id)?.querySelector<HTMLButtonElement>(markedAs('action', 'more'));
      // In Shop mode rows have no menu.
      release.whenUp(() => (button?.checkVisibility() === true ? onMenu(item.id, button) : edit(item.id)));
      return undefined;
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const item = itemAt(event.target);
      const { target, key } = event;
      // Alt with an arrow key navigates the browser's history.
      if (!item || !(target instanceof HTMLElement) || MODIFIERS.some((name) => event.getModifierState(name))) return;
      const actions: Readonly<Record<string, () => void>> = {
        F2: () => edit(item.id),
        // The focus moves to the next row, which a key that is held down would delete as well.
        Delete: () => event.repeat || deleteItem(item),
      };
      const act = hasActions(item.id) ? actions[key] : undefined;
      if (act !== undefined) act();
      else if (!moveFocus(target, key)) return;
      event.preventDefault();
    };
    listenForPresses(openMenu, signal);
    window.addEventListener('keydown', onKeyDown, { signal });
    return () => controller.abort();
  }, [store, deviceFeatures, preferences, onEdit, onMenu, deleteItem]);
}

/** Whether the row can be edited and deleted. Rows in Select mode can only be selected, by a long press as well. */
const hasActions = (itemId: string): boolean => rowOf(itemId)?.querySelector(markedAs('action', 'delete')) !== null;

/** Puts the focus on the row, to which it returns when the dialog closes: a finger that presses a row focuses nothing. */
function focusRow(itemId: string): void {
  const row = rowOf(itemId);
  if (row?.contains(document.activeElement) === false) {
    findBox(document.body, itemId)?.focus({ preventScroll: true });
  }
}

/** @param open receives the pressed element */
function listenForPresses(open: (target: EventTarget | null) => void, signal: AbortSignal): void {
  const press = createPress(open);
  window.addEventListener('pointerdown', press.start, { signal });
  window.addEventListener('pointermove', press.move, { signal });
  window.addEventListener('pointerup', press.leave, { signal });
  window.addEventListener('pointercancel', press.leave, { signal });
  window.addEventListener('contextmenu', (event) => openByMenu(event, press.finish), { signal });
  window.addEventListener('touchend', (event) => endLong(event, press.isLong), { signal, passive: false });
  // In the capture phase, before the row handles the event.
  window.addEventListener('click', (event) => swallowLong(event, press.consumeLong), { signal, capture: true });
  signal.addEventListener('abort', press.leave);
}

function openByMenu(event: Event, open: (target: EventTarget | null) => void): void {
  if (itemIdAt(event.target) === null) return;
  event.preventDefault();
  open(event.target);
}

/** The mouse events that follow a touch would close the menu that a long press has opened. */
function endLong(event: Event, isLong: () => boolean): void {
  if (event.cancelable && itemIdAt(event.target) !== null && isLong()) event.preventDefault();
}

/** Lifting the finger after a long press must not tick the row. */
function swallowLong(event: Event, consumeLong: () => boolean): void {
  if (itemIdAt(event.target) === null || !consumeLong()) return;
  event.preventDefault();
  event.stopPropagation();
}

type Release = {
  readonly isDown: () => boolean;
  /** Runs the work once no finger and no button is down. */
  readonly whenUp: (work: () => void) => void;
};

/** The browser closes a menu when a pointer is released that went down before the menu opened. */
function createRelease(signal: AbortSignal): Release {
  let isDown = false;
  let waiting: (() => void) | null = null;
  const press = (): void => {
    isDown = true;
  };
  const lift = (): void => {
    isDown = false;
    const work = waiting;
    waiting = null;
    if (work !== null) setTimeout(work);
  };
  const options = { signal, capture: true };
  window.addEventListener('pointerdown', press, options);
  for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, lift, options);
  return {
    isDown: () => isDown,
    whenUp(work) {
      if (isDown) waiting = work;
      else work();
    },
  };
}
