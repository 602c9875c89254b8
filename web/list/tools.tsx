/** The toolbar below the header, except in shop mode. Also installs key, gesture, focus and motion handling. */
import { type ComponentProps, useContext, useEffect, useLayoutEffect } from 'react';
import { useApp } from '#web/shown-list/app-context.ts';
import { type ShownList, useShownList } from '#web/shown-list/shown-list.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useChunk } from '#web/ui/use-chunk.ts';
import { useHeldKeyGuard, useTapGuard } from '#web/ui/stray-input.ts';
import { useKeptFocus } from './keyboard/use-kept-focus.ts';
import { Toolbar } from './header/toolbar.tsx';
import { useHeadingGestures, useRowGestures } from './rows/gestures.ts';
import { useMotion } from './motion/use-motion.ts';
import type { OpenItemMenu } from './rows/item-row.tsx';
import { isTextField } from './keyboard/add-field.ts';
import { useUndo } from '#web/shown-list/use-apply-change.ts';
import { marked } from '#web/ui/marks.ts';

type ToolsProps = ComponentProps<typeof Toolbar> & {
  /** The last step before Shop mode was opened; null while it is off. */
  readonly tripStart: string | null;
  /** Must be stable between renders. */
  readonly onEdit: (itemId: string) => void;
  /** Must be stable between renders. */
  readonly onMore: OpenItemMenu;
};

export function Tools({ tripStart, onEdit, onMore, ...toolbar }: ToolsProps) {
  const toaster = useContext(ToasterContext);
  const isShopping = tripStart !== null;
  useTapGuard(useMotion());
  useHeldKeyGuard();
  usePointerWatch();
  useUndoKeys(tripStart ?? undefined);
  useRowGestures(onEdit, onMore);
  useHeadingGestures();
  useKeptFocus();
  // In shop mode, a press on the Undo of an earlier action would be an accident.
  useEffect(() => {
    if (isShopping) toaster.hide();
  }, [isShopping, toaster]);
  const { session } = useApp();
  const { user, collapse, trip } = useShownList();
  // Loaded in any mode: after a reload, others may add something before Shop mode is open again (product O5).
  const watch = useChunk(trip.load, 'ignore');
  useShopping(collapse, isShopping);
  useShopping(watch, isShopping);
  // A toast must not be visible to another user, and its Undo must not outlive the list. Others, such as 'You joined
  // “Groceries”', remain when another list opens.
  useEffect(
    () => () => {
      const hasUndo = toaster.current()?.actions.length !== 0;
      if (hasUndo || session.user()?.id !== user.id) toaster.hide();
    },
    [toaster, session, user],
  );
  return isShopping ? null : <Toolbar {...toolbar} />;
}

/** Tells a part of the list that Shop mode begins or ends. Each part by itself, because the trip's code may arrive during the trip. */
function useShopping(part: Pick<ShownList['collapse'], 'setShopping'> | null, isShopping: boolean): void {
  useEffect(() => {
    part?.setShopping(isShopping);
    return () => part?.setShopping(false);
  }, [part, isShopping]);
}

/** Ctrl/Cmd+Z undoes; Ctrl/Cmd+Shift+Z and Ctrl+Y redo. In Shop mode, only what was done on this trip. */
function useUndoKeys(tripStart: string | undefined): void {
  const { undo, redo } = useUndo(tripStart);
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const step = stepOf(event);
      if (step === null || isBusyElsewhere(event.target)) return;
      event.preventDefault();
      if (step === 'undo') undo();
      else redo();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [undo, redo]);
}

const STEPS: ReadonlyMap<string, 'undo' | 'redo'> = new Map([
  ['ctrl+z', 'undo'],
  ['cmd+z', 'undo'],
  ['ctrl+shift+z', 'redo'],
  ['cmd+shift+z', 'redo'],
  ['ctrl+y', 'redo'],
]);

function stepOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (event.altKey || !(event.ctrlKey || event.metaKey)) return null;
  const name = `${event.ctrlKey ? 'ctrl' : 'cmd'}+${event.shiftKey ? 'shift+' : ''}${letterOf(event)}`;
  return STEPS.get(name) ?? null;
}

/** The letter of a key. On a keyboard with other letters, such as Cyrillic ones, it is that of the key's place. */
const letterOf = ({ key, code }: KeyboardEvent): string =>
  (/^(?!\p{sc=Latn})\p{L}$/u.test(key) ? code.replace('Key', '') : key).toLowerCase();

/** A text field with text has its own undo. While a dialog is open, the list must not change behind it. */
const isBusyElsewhere = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null || (isTextField(target) && !isEmptyAddField(target));

const isEmptyAddField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.matches(marked('addField')) && target.value === '';

/** Rows must not move while a finger or mouse button is down anywhere (product L6). */
function usePointerWatch(): void {
  const { collapse } = useShownList();
  useLayoutEffect(() => {
    // Several fingers may be down.
    const down = new Set<number>();
    // The browser cancels the pointer of a finger that scrolls; only touch events tell when it is lifted.
    let touches = 0;
    const report = (): void => collapse.setPointerDown(down.size + touches > 0);
    const touch = (event: TouchEvent): void => {
      touches = event.touches.length;
      report();
    };
    const press = ({ pointerId, isPrimary }: PointerEvent): void => {
      // A first finger means that no other one is down, even if its release was missed.
      if (isPrimary) down.clear();
      down.add(pointerId);
      report();
    };
    const release = ({ pointerId }: PointerEvent): void => {
      down.delete(pointerId);
      report();
    };
    const leave = (): void => {
      down.clear();
      touches = 0;
      report();
    };
    const controller = new AbortController();
    const options = { capture: true, passive: true, signal: controller.signal };
    window.addEventListener('pointerdown', press, options);
    window.addEventListener('pointerup', release, options);
    window.addEventListener('pointercancel', release, options);
    for (const type of ['touchstart', 'touchend', 'touchcancel'] as const)
      window.addEventListener(type, touch, options);
    for (const type of ['scroll', 'keydown']) window.addEventListener(type, collapse.touch, options);
    // Not captured, because controls also lose the focus; only the window's blur ends a press.
    window.addEventListener('blur', leave, { signal: controller.signal });
    return () => controller.abort();
  }, [collapse]);
}
