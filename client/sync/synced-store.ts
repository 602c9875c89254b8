/** What the sync needs of the store. */
import type { Store } from '#client/store/store.ts';

export type SyncedStore = Pick<Store, 'list' | 'patches' | 'takeNews' | 'subscribe'>;
