/**
 * The entry point to the backend: accounts, their lists, and the account API; and what happens to an account whose session has ended.
 * Only real accounts download it.
 */
import type { ListCopy } from '#core/change/change.ts';
import type { User } from '#core/account/user.ts';
import type { AccountApi } from '#client/ports/account-api.ts';
import type { Accounts } from '#client/ports/accounts.ts';
import type { Log } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { GuestList } from '#client/ports/lists.ts';
import type { SessionEnd } from '#client/ports/local-storage.ts';
import type { SharingApi } from '#client/ports/sharing-api.ts';
import type { ListImport } from '#client/lists/import-list.ts';
import {
  readDeletionRequest,
  readImportTarget,
  removeDeletionRequest,
} from '#device/local-storage/pending-requests.ts';
import { type ListBackendParts, type ListConnection, type ListToOpen, openListBackend } from './list-backend.ts';
import { pullMemberships } from './tables/memberships.ts';
import { createAccounts } from './auth/accounts.ts';
import { type Config, createConfig, type ReadConfig } from './connection/config.ts';
import { type AccountDeletions, createAccountDeletions } from './account/delete-account.ts';
import { createFlows, type Flows } from './auth/auth-flows.ts';
import { insertDefaults } from './tables/provision-defaults.ts';
import { createSessionManager } from './session/session-manager.ts';
import { createAccountRequests } from './requests/send-request.ts';
import { createSessionStore, type SessionStore } from './session/session-store.ts';
import { createTimedFetch } from './connection/fetch.ts';
import { lazy } from '#core/lazy.ts';
import { createUserStorage, markEnded, readEnded, unmarkEnded } from '#device/local-storage/local-storage.ts';

export type BackendAccess = {
  readonly accounts: Accounts;
  readonly openListBackend: (user: User, list: ListToOpen) => ListConnection;
  /** Pulls the account's memberships above a version. */
  readonly pullMemberships: (user: User, cursor: number) => ReturnType<typeof pullMemberships>;
  /** Downloads the account API; rejects if it cannot be downloaded. */
  readonly openAccountApi: (user: User) => Promise<AccountApi>;
  /** Downloads the sharing API; rejects if it cannot be downloaded. */
  readonly openSharingApi: (user: User) => Promise<SharingApi>;
  /** Reads the guest list if its import into this account was requested at sign-up. */
  readonly readGuestListImport: (user: User) => Promise<ListImport | null>;
  /** Downloads the guest list port; `loadFirst` gives the demo's initial list. */
  readonly loadGuestList: (loadFirst: () => Promise<ListCopy>) => Promise<GuestList>;
};

type BackendAccessParts = {
  readonly clock: Clock;
  readonly deviceId: string;
  /**
   * Receives whether each request got an answer below 500 (product Y6).
   * @param check the request that checks the connection to a backend elsewhere; undefined for this origin's
   */
  readonly report: (isReachable: boolean, check?: Request) => void;
  /** Called when this user's session ended without a sign-out on this device (product A1, Y9). */
  readonly onSignedOut: (userId: string, end: SessionEnd) => void;
  /** Logs failures that the app does not show (spec section 8). */
  readonly log: Log;
};

type Shared = ListBackendParts & {
  readonly store: SessionStore;
  readonly deletions: AccountDeletions;
  readonly flows: Flows;
  /** The URL that email links and providers redirect to. */
  readonly address: string;
  /** Called before another account's session takes the place of this user's (product Y9). */
  readonly onReplaced: (userId: string) => void;
};

export function createBackendAccess(parts: BackendAccessParts): BackendAccess {
  const { clock, deviceId, log } = parts;
  const shared = createShared(parts);
  return {
    accounts: createAccounts({
      ...shared,
      async provisionDefaults(user, email) {
        const send = createAccountRequests({ ...shared, userId: user.id });
        await insertDefaults(send, { id: user.id, username: user.username, email, deviceId }, log);
      },
    }),
    openListBackend: (user, list) => openListBackend(shared, user, list),
    pullMemberships: (user, cursor) => pullMemberships(createAccountRequests({ ...shared, userId: user.id }), cursor),
    async readGuestListImport(user) {
      if (readImportTarget() === null) return null;
      const { readGuestListImport } = await loadGuestList();
      const session = shared.store.read();
      return readGuestListImport(clock, user.id, session?.user.id === user.id ? (session.user.email ?? null) : null);
    },
    loadGuestList: async (loadFirst) => (await loadGuestList()).createGuestList({ clock, loadFirst }),
    async openAccountApi(user) {
      const { createAccountApi } = await import('./account/account-api.ts');
      const send = createAccountRequests({ ...shared, userId: user.id, canAskForCode: true });
      return createAccountApi({ ...shared, user, send });
    },
    async openSharingApi(user) {
      const { createSharingApi } = await import('./account/sharing-api.ts');
      return createSharingApi({
        ...shared,
        userId: user.id,
        send: createAccountRequests({ ...shared, userId: user.id }),
      });
    },
  };
}

function createShared({ clock, deviceId, report, onSignedOut, log }: BackendAccessParts): Shared {
  let isReached = false;
  let check: Request | undefined;
  const timedFetch = createTimedFetch({
    clock,
    report(status) {
      isReached = status > 0;
      report(isReached && status < 500, check);
    },
  });
  const address = new URL('.', location.href).href;
  const appUrl = address.replace(/\/$/u, '');
  const readOnce = createConfig({ fetch: timedFetch, appUrl, clock });
  const readConfig: ReadConfig = async () => {
    const read = await readOnce();
    if (read.ok && read.value.url !== appUrl) check ??= healthRequest(read.value);
    return read;
  };
  const store = createSessionStore();
  const base = { clock, store, readConfig, fetch: timedFetch };
  const deletions = createAccountDeletions(clock);
  const leaveAccount = createLeaveAccount(clock, onSignedOut);
  const sessions = createSessionManager({
    ...base,
    isReached: () => isReached,
    onEnded(userId, end) {
      // The account existed when its owner did this, so a deletion that this device requested never arrived.
      if (end === 'logged-out' || end === 'password-changed') removeDeletionRequest(userId);
      leaveAccount(userId, end);
      if (end === 'account-deleted') deletions.onDeleted(userId);
    },
  });
  const flows = createFlows(clock);
  const onReplaced = (userId: string): void => leaveAccount(userId, 'logged-out');
  return { ...base, log, sessions, deviceId, deletions, flows, address, onReplaced };
}

/** A request that every working backend answers, if only with a refusal. It has the key that a hosted backend requires. */
const healthRequest = ({ url, anonKey }: Config): Request =>
  new Request(`${url}/rest/v1/user_profiles?select=id&limit=1`, { headers: { apikey: anonKey } });

/** Creates what happens to an account whose session has ended or was replaced: its lists close and leave this device (product Y9). */
function createLeaveAccount(clock: Clock, onSignedOut: BackendAccessParts['onSignedOut']) {
  const removeEnded = createEndedAccounts(clock);
  return (userId: string, end: SessionEnd): void => {
    onSignedOut(userId, end);
    // A device that deleted the account removes its data in its own way.
    if (end !== 'refused' && readDeletionRequest(userId) === null) removeEnded(userId);
    // Another person may use this device next (product Q4).
    void loadSharing()
      .then(({ sharing }) => sharing.deleteSharedText())
      .catch(() => undefined);
  };
}

const loadSharing = () => import('#device/features/sharing.ts');

/** Few users import a guest list, so it is a separate chunk. */
const loadGuestList = () => import('#device/lists/guest-list.ts');

const accountRemoval = lazy(() => import('#device/lists/remove-account.ts'));

/**
 * Removes the synced data of accounts that logged out, or whose session was ended from elsewhere (product Y9), and completes the removals
 * that an earlier page left unfinished.
 * @returns removes an account's data. Call it after the session has ended, which closes the lists
 */
export function createEndedAccounts(clock: Clock): (userId: string) => void {
  const finish = (userId: string): void => void finishRemoval(clock, userId);
  readEnded().forEach(finish);
  return (userId) => {
    markEnded(userId);
    finish(userId);
  };
}

/** If the code cannot be downloaded, the next start of the app continues. */
async function finishRemoval(clock: Clock, userId: string): Promise<void> {
  const module = await accountRemoval.tryLoad();
  // The owner may have signed in on this device again.
  const isBack = (): boolean => createUserStorage().read()?.id === userId;
  if (module === null || (await module.removeSyncedData({ clock, userId, isBack }))) return;
  unmarkEnded(userId);
}

/** The log of the app. */
export const logToConsole: Log = (event, code) => {
  // The one place of the app that writes to the console: failures that are only logged (spec section 8).
  // oxlint-disable-next-line eslint/no-console
  console.warn(`checklist: ${event}`, code);
};
