/** The toolbar below the header, except in shop mode. Also installs key, gesture, focus and motion handling. */
import { useContext, useEffect, type ComponentProps } from 'react';
import { useApp } from '#web/shown-list/app-context.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useChunk } from '#web/ui/use-chunk.ts';
import { useKeptFocus } from './keyboard/use-kept-focus.ts';
import { Toolbar } from './header/toolbar.tsx';
import { useHeadingGestures } from './categories/use-heading-gestures.ts';
import { useMotion } from './motion/use-motion.ts';
import { usePointerWatch } from './use-pointer-watch.ts';
import type { OpenItemMenu } from './rows/item-row.tsx';
import { useRowGestures } from './rows/use-row-gestures.ts';
import { useUndoKeys } from './keyboard/use-undo-keys.ts';

type ToolsProps = ComponentProps<typeof Toolbar> & {
  readonly isShopping: boolean;
  /** Must be stable between renders. */
  readonly onEdit: (itemId: string) => void;
  /** Must be stable between renders. */
  readonly onMore: OpenItemMenu;
};

export function Tools({ isShopping, onEdit, onMore, ...toolbar }: ToolsProps) {
  const toaster = useContext(ToasterContext);
  usePointerWatch();
  useUndoKeys();
  useRowGestures(onEdit, onMore);
  useHeadingGestures();
  useKeptFocus();
  useMotion();
  // In shop mode, a press on the Undo of an earlier action would be an accident.
  useEffect(() => {
    if (isShopping) toaster.hide();
  }, [isShopping, toaster]);
  const { session } = useApp();
  const { user, collapse, trip } = useShownList();
  // Loaded in any mode: after a reload, others may add something before Shop mode is open again (product O5).
  const watch = useChunk(trip.load, 'ignore');
  useEffect(() => {
    const set = (next: boolean): void => [collapse, watch].forEach((part) => part?.setShopping(next));
    set(isShopping);
    return () => set(false);
  }, [collapse, watch, isShopping]);
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
