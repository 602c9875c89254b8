/** What the composition root gives every screen: the app's ports, by one context. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { AccountDesk } from '#client/ports/account-desk.ts';
import type { Connection } from '#client/ports/connection.ts';
import type { Handset, Installer, Updates } from '#client/ports/handset.ts';
import type { Queued } from '#client/ports/queued.ts';
import type { PreferenceKeeper, Preferences } from '#client/ports/preferences.ts';
import type { TakeAlong } from '#client/ports/take-along.ts';
import type { Session } from '#client/session/session.ts';
import type { OpenList } from '#client/store/open-list.ts';
import type { User } from '#core/account/user.ts';

export type AppServices = {
  readonly session: Session;
  /** Opens the list of an account on this device. */
  readonly openList: (user: User) => Promise<OpenList>;
  readonly connection: Connection;
  /** What accounts left on this device unsent. */
  readonly queued: Queued;
  readonly preferences: PreferenceKeeper;
  readonly handset: Handset;
  readonly installer: Installer;
  /** Null where the service worker cannot be fetched. */
  readonly updates: Promise<Updates | null>;
  /** What the address asked for: a shortcut or a shared text. */
  readonly takeLaunch: () => Launch;
  /** The parameters of the address, where a link or a provider left something in it; null for a plain start. */
  readonly arrival: string | null;
  /** Opens the account itself; rejects where its calls cannot be fetched just now. */
  readonly openDesk: (user: User) => Promise<AccountDesk>;
  /** The demo's list on this device, for who leaves it for an account, or an account for it; rejects like `openDesk`. */
  readonly loadTakeAlong: () => Promise<TakeAlong>;
};

/** How the app was opened (the manifest's shortcuts and share target). */
export type Launch = { readonly action: 'add' | 'shop' | null; readonly text: string };

export const AppContext = createContext<AppServices | null>(null);

/** The app's services; a component outside the app is a bug. */
export function useApp(): AppServices {
  const services = useContext(AppContext);
  if (services === null) throw new Error('No app');
  return services;
}

/** Whether the network can be used (product Y6). */
export function useIsOnline(): boolean {
  const { connection } = useApp();
  return useSyncExternalStore(connection.onChange, connection.isOnline);
}

/** The shopper's choices for this device. */
export function usePreferences(): Preferences {
  const { preferences } = useApp();
  return useSyncExternalStore(preferences.onChange, preferences.read);
}
