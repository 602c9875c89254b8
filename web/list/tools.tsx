/** The tools under the header: the toolbar, or in shop mode the shop bar; and what watches keys and focus. */
import type { ComponentProps } from 'react';
import { useKeptFocus } from '#web/ui/use-kept-focus.ts';
import { ShopBar } from './shop-bar.tsx';
import { Toolbar } from './toolbar.tsx';
import { useUndoKeys } from './use-undo-keys.ts';

type ToolsProps = ComponentProps<typeof Toolbar> & {
  readonly isShopping: boolean;
  readonly onLeaveShop: () => void;
};

export function Tools({ isShopping, onLeaveShop, ...toolbar }: ToolsProps) {
  useUndoKeys();
  useKeptFocus();
  return isShopping ? <ShopBar onLeave={onLeaveShop} /> : <Toolbar {...toolbar} />;
}
