/** The tools under the header: the toolbar, or in shop mode the shop bar; and the keys that go with them. */
import type { ComponentProps } from 'react';
import { ShopBar } from './shop-bar.tsx';
import { Toolbar } from './toolbar.tsx';
import { useUndoKeys } from './use-undo-keys.ts';

type ToolsProps = ComponentProps<typeof Toolbar> & {
  readonly isShopping: boolean;
  readonly onLeaveShop: () => void;
};

export function Tools({ isShopping, onLeaveShop, ...toolbar }: ToolsProps) {
  useUndoKeys();
  return isShopping ? <ShopBar onLeave={onLeaveShop} /> : <Toolbar {...toolbar} />;
}
