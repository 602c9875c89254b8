/** The app's ports, which the composition root provides to every screen in one context. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { AccountApi } from '#client/ports/account-api.ts';
import type { GuestList, Lists } from '#client/ports/lists.ts';
import type { Connection } from '#client/ports/backend.ts';
import type { DeviceFeatures, Installer, Updates } from '#client/ports/device-features.ts';
import type {
  HabitStorage,
  PendingInvitation,
  Preferences,
  PreferenceStorage,
  ShopModeStorage,
  UnsentCounts,
} from '#client/ports/local-storage.ts';
import type { SharingApi } from '#client/ports/sharing-api.ts';
import type { FirstScreenStorage } from '#client/ports/service-worker.ts';
import type { Session } from '#client/session/session.ts';
import type { OpenList } from '#client/lists/open-list.ts';
import type { User } from '#core/account/user.ts';
import type { Detail } from '#core/list/item-fields.ts';
import type { Launch, Start } from '#core/start/read-start.ts';

export type AppServices = {
  readonly session: Session;
  /** Opens a list of an account on this device. */
  readonly openList: (user: User, listId: string) => Promise<OpenList>;
  /** Downloads the account's lists; rejects if they cannot be downloaded. */
  readonly loadLists: (user: User) => Promise<Lists>;
  /** The list that an account had open last; null for its personal list. */
  readonly listChoice: {
    readonly read: (userId: string) => ListChoice | null;
    readonly write: (userId: string, choice: ListChoice) => void;
    /** Restores a choice, and Shop mode, that a killed browser has lost. Afterwards, `read` returns it. */
    readonly restore: (userId: string) => Promise<void>;
  };
  /** Downloads the storage of the screen that the next start shows at once; rejects if it cannot be downloaded. */
  readonly loadFirstScreenStorage: () => Promise<FirstScreenStorage>;
  readonly connection: Connection;
  /** Counts of unsent changes on this device. */
  readonly unsentCounts: UnsentCounts;
  /** The items that an account usually buys (product O7). */
  readonly habits: HabitStorage;
  readonly shopMode: ShopModeStorage;
  /** Whether an account's items can have a detail: its backend may not be able to store it (product Q6). */
  readonly offersDetail: (userId: string, detail: Detail) => boolean;
  readonly preferences: PreferenceStorage;
  readonly deviceFeatures: DeviceFeatures;
  readonly installer: Installer;
  /** Null if the service worker cannot be downloaded. */
  readonly updates: Promise<Updates | null>;
  /** Returns the shortcut or the shared text of the URL once. */
  readonly consumeLaunch: () => Launch;
  /** What this start of the app is. */
  readonly start: Start;
  /** Downloads the account API; rejects if it cannot be downloaded. */
  readonly openAccountApi: (user: User) => Promise<AccountApi>;
  /** Downloads the sharing API; rejects if it cannot be downloaded. */
  readonly openSharingApi: (user: User) => Promise<SharingApi>;
  /** Downloads the pending invitation, the same each time; rejects if it cannot be downloaded. */
  readonly loadInvitation: () => Promise<PendingInvitation>;
  /** Downloads the guest list port; rejects if it cannot be downloaded. */
  readonly loadGuestList: () => Promise<GuestList>;
};

/** A list, and its name until its rows are on this device. */
export type ListChoice = { readonly listId: string; readonly name: string };

export const AppContext = createContext<AppServices | null>(null);

/** The app's services; throws outside of the app. */
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

/** The user's preferences for this device. */
export function usePreferences(): Preferences {
  const { preferences } = useApp();
  return useSyncExternalStore(preferences.onChange, preferences.read);
}
