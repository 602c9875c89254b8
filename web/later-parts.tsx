/** What the list does without for a moment: one chunk, fetched once the list is on screen. */
import { AppMenuEntries } from './app-menu-entries.tsx';
import { AskedDialog } from './asked-dialog.tsx';
import { Adder } from './list/adder.tsx';
import { ListControls } from './list/list-controls.tsx';
import { NoCategories } from './list/no-categories.tsx';
import { Tools } from './list/tools.tsx';
import { Notices } from './notices.tsx';
import { FirstSync } from './sync/first-sync.tsx';
import { ListStatus } from './sync/list-status.tsx';
import { Toasts } from './ui/toasts.tsx';

export const laterParts = {
  Adder,
  AppMenuEntries,
  AskedDialog,
  Empty,
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
