/** Long presses, right clicks and keys on rows and category headers. Loads after the list. */
import { useLayoutEffect } from 'react';
import type { Item } from '#core/list/row.ts';
import { liveRow } from '#core/list/list.ts';
import { useApp } from '#web/shown-list/app-context.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { moveFocus } from '#web/list/keyboard/move-focus.ts';
import { findBox, itemIdAt, rowOf } from '#web/list/keyboard/row-focus.ts';
import { markedAs, marked } from '#web/ui/marks.ts';
import { type OpenItemMenu, useDeleteItem } from './item-row.tsx';

const MODIFIERS = ['Alt', 'Control', 'Meta'];

/** Opens the menu of a row, edits or deletes the item, or moves the focus. One set of listeners serves all rows. */
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
    listenOnRows(openMenu, signal);
    window.addEventListener('keydown', onKeyDown, { signal });
    return () => controller.abort();
  }, [store, deviceFeatures, preferences, onEdit, onMenu, deleteItem]);
}

const isOnRow = (target: EventTarget | null): boolean => itemIdAt(target) !== null;

/** Whether the row can be edited and deleted. Rows in Select mode can only be selected, by a long press as well. */
const hasActions = (itemId: string): boolean => rowOf(itemId)?.querySelector(markedAs('action', 'delete')) !== null;

/** Puts the focus on the row, to which it returns when the dialog closes: a finger that presses a row focuses nothing. */
function focusRow(itemId: string): void {
  const row = rowOf(itemId);
  if (row?.contains(document.activeElement) === false) {
    findBox(document.body, itemId)?.focus({ preventScroll: true });
  }
}

type Pressable = {
  /** Whether a long press or a right click there opens something. */
  readonly isAt: (target: EventTarget | null) => boolean;
  /** Whether the click that follows a long press there is swallowed. */
  readonly isSwallowedAt: (target: EventTarget | null) => boolean;
  /** Receives the pressed element. */
  readonly open: (target: EventTarget | null) => void;
};

function listenForPresses({ isAt, isSwallowedAt, open }: Pressable, signal: AbortSignal): Press {
  const press = createPress(open);
  window.addEventListener('pointerdown', press.start, { signal });
  window.addEventListener('pointermove', press.move, { signal });
  window.addEventListener('pointerup', press.leave, { signal });
  window.addEventListener('pointercancel', press.leave, { signal });
  const openByMenu = (event: Event): void => {
    if (!isAt(event.target)) return;
    event.preventDefault();
    press.finish(event.target);
  };
  // Lifting the finger after a long press must not tick the row or collapse the category.
  const swallowLong = (event: Event): void => {
    if (!isSwallowedAt(event.target) || !press.consumeLong()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('contextmenu', openByMenu, { signal });
  // In the capture phase, before the row handles the event.
  window.addEventListener('click', swallowLong, { signal, capture: true });
  signal.addEventListener('abort', press.leave);
  return press;
}

function listenOnRows(open: Pressable['open'], signal: AbortSignal): void {
  const press = listenForPresses({ isAt: isOnRow, isSwallowedAt: isOnRow, open }, signal);
  // The mouse events that follow a touch would close the menu that a long press has opened.
  const endLong = (event: Event): void => {
    if (event.cancelable && isOnRow(event.target) && press.isLong()) event.preventDefault();
  };
  window.addEventListener('touchend', endLong, { signal, passive: false });
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

/** The button that edits the category. */
const EDIT = markedAs('action', 'edit');

/** Edits a category. One set of listeners serves all headers. */
export function useHeadingGestures(): void {
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const isAt = (target: EventTarget | null): boolean => editButtonAt(target) !== null;
    const isOnEdit = (target: EventTarget | null): boolean =>
      target instanceof Element && target.closest(EDIT) !== null;
    const open = (target: EventTarget | null): void => editButtonAt(target)?.click();
    listenForPresses({ isAt, isSwallowedAt: (target) => isAt(target) && !isOnEdit(target), open }, signal);
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'F2') editButtonAt(event.target)?.click();
    };
    window.addEventListener('keydown', onKeyDown, { signal });
    return () => controller.abort();
  }, []);
}

const editButtonAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element
    ? (target.closest(marked('categoryHeader'))?.querySelector<HTMLElement>(EDIT) ?? null)
    : null;

const LONG_PRESS_MS = 500;
/** A finger that moves further than this, in CSS pixels, scrolls the page. */
const STILL_PX = 10;
/** Milliseconds after a touch in which a click may belong to it. */
const CLICK_DELAY_MS = 300;

type Press = {
  /** A touch whose default is prevented was meant for another row (web/ui/stray-input.ts), and is never a long press. */
  readonly start: (event: PointerEvent) => void;
  readonly move: (event: PointerEvent) => void;
  readonly leave: () => void;
  /** Handles the platform's context menu event: a long press, a right click or the menu key. */
  readonly finish: (target: EventTarget | null) => void;
  /** Whether the last press was long. */
  readonly isLong: () => boolean;
  /** Returns whether the last press was long, and resets that. */
  readonly consumeLong: () => boolean;
};

/**
 * Uses a timer as well, because iOS has no context menu event.
 * @param onLong receives the pressed element
 */
export function createPress(onLong: (target: EventTarget | null) => void): Press {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { clientX: 0, clientY: 0 };
  let isTouching = false;
  let isStray = false;
  let isLong = false;
  const finish = (target: EventTarget | null): void => {
    clearTimeout(timer);
    if (isStray) return;
    if (!isLong) onLong(target);
    // A click follows a long touch, but not a right click or the menu key.
    isLong = isTouching;
  };
  return {
    start: (event) => {
      clearTimeout(timer);
      isLong = false;
      isTouching = event.pointerType === 'touch';
      isStray = event.defaultPrevented;
      from = event;
      if (isTouching) timer = setTimeout(finish, LONG_PRESS_MS, event.target);
    },
    move: ({ clientX, clientY }) => {
      if (!isLong && Math.hypot(clientX - from.clientX, clientY - from.clientY) > STILL_PX) clearTimeout(timer);
    },
    leave: () => {
      clearTimeout(timer);
      isTouching = false;
      isStray = false;
      // A later press by a key or a screen reader must not be swallowed.
      if (isLong) timer = setTimeout(() => (isLong = false), CLICK_DELAY_MS);
    },
    finish,
    isLong: () => isLong,
    consumeLong: () => {
      const wasLong = isLong;
      isLong = false;
      return wasLong;
    },
  };
}
