/** The tools below the header: the toolbar, or the shop bar in shop mode. Also installs key, gesture and focus handling. */
import { useContext, useEffect } from 'react';
import type { ComponentProps } from 'react';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useKeptFocus } from './keyboard/use-kept-focus.ts';
import { ShopBar } from './header/shop-bar.tsx';
import { Toolbar } from './header/toolbar.tsx';
import { useHeadingGestures } from './categories/use-heading-gestures.ts';
import { usePointerWatch } from './use-pointer-watch.ts';
import { useRowGestures } from './rows/use-row-gestures.ts';
import { useUndoKeys } from './keyboard/use-undo-keys.ts';

type ToolsProps = ComponentProps<typeof Toolbar> & {
  readonly isShopping: boolean;
  readonly onLeaveShop: () => void;
  /** Must be stable between renders. */
  readonly onEdit: (itemId: string) => void;
};

export function Tools({ isShopping, onLeaveShop, onEdit, ...toolbar }: ToolsProps) {
  const toaster = useContext(ToasterContext);
  usePointerWatch();
  useUndoKeys();
  useRowGestures(onEdit);
  useHeadingGestures();
  useKeptFocus();
  // In shop mode, a press on the Undo of an earlier action would be an accident.
  useEffect(() => {
    if (isShopping) toaster.hide();
  }, [isShopping, toaster]);
  // A toast must not outlive the list it belongs to, for example after another user signs in.
  useEffect(() => () => toaster.hide(), [toaster]);
  return isShopping ? <ShopBar onLeave={onLeaveShop} /> : <Toolbar {...toolbar} />;
}
