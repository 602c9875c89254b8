/** The tools under the header: the toolbar, or in shop mode the shop bar; and what watches keys and focus. */
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
  /** The same function for as long as the list is there. */
  readonly onEdit: (itemId: string) => void;
};

export function Tools({ isShopping, onLeaveShop, onEdit, ...toolbar }: ToolsProps) {
  const toaster = useContext(ToasterContext);
  usePointerWatch();
  useUndoKeys();
  useRowGestures(onEdit);
  useHeadingGestures();
  useKeptFocus();
  // What was said to one who has gone is not said to who comes next.
  useEffect(() => () => toaster.hide(), [toaster]);
  return isShopping ? <ShopBar onLeave={onLeaveShop} /> : <Toolbar {...toolbar} />;
}
