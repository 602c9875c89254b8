/** Parts of the list screen in a separate chunk, which is downloaded after the list is on screen. */
import { AppMenuEntries } from './app-menu-entries.tsx';
import { AppDialog } from './open-dialog.tsx';
import { Adder } from './list/adding/adder.tsx';
import { ItemHint } from './list/rows/item-hint.tsx';
import { ItemMenu } from './list/rows/item-menu.tsx';
import { ListControls } from './list/header/list-controls.tsx';
import { NoCategories } from './list/categories/no-categories.tsx';
import { ShopFinish } from './list/shop-finish.tsx';
import { Tools } from './list/tools.tsx';
import { Notices } from './notices.tsx';
import { FirstSync } from './sync/first-sync.tsx';
import { ListStatus } from './sync/list-status.tsx';
import { Toasts } from './ui/toasts/toasts.tsx';

export const deferredParts = {
  Adder,
  AppMenuEntries,
  AppDialog,
  Empty,
  Finish,
  ItemHint,
  ItemMenu,
  ListControls,
  ListStatus,
  Notices,
  Toasts,
  Tools,
};

/** Where there are no categories, or none yet. */
function Empty({ onAddCategory }: { readonly onAddCategory: () => void }) {
  return (
    <FirstSync>
      <NoCategories onAddCategory={onAddCategory} />
    </FirstSync>
  );
}

/** The end of a shop, unless the list is still being fetched. */
function Finish({ onLeave }: { readonly onLeave: () => void }) {
  return (
    <FirstSync>
      <ShopFinish onLeave={onLeave} />
    </FirstSync>
  );
}
