/** What the list does without for a moment: one chunk, fetched once the list is on screen. */
import { AppMenuEntries } from './app-menu-entries.tsx';
import { AskedDialog } from './asked-dialog.tsx';
import { Adder } from './list/adder.tsx';
import { ShopBar } from './list/shop-bar.tsx';
import { Notices } from './notices.tsx';

export const laterParts = { Adder, AppMenuEntries, AskedDialog, Notices, ShopBar };
