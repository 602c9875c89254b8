/** The one entry to the accounts' backend: who is it, and what does it keep of them. Loaded when a real account needs it. */
import type { ListCopy } from '#core/change/change.ts';
import type { User } from '#core/account/user.ts';
import { fail } from '#core/result.ts';
import type { AccountDesk } from '#client/ports/account-desk.ts';
import type { Accounts } from '#client/ports/accounts.ts';
import type { Backend, Doorbell } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { TakeAlong } from '#client/ports/take-along.ts';
import type { Legacy } from '#client/store/open-list.ts';
import { readPromise } from '#device/take-along-promise.ts';
import { createAccountBackend } from './account-backend.ts';
import { createAccounts } from './accounts.ts';
import { createConfig } from './config.ts';
import type { ReadConfig } from './config.ts';
import { createDoorbell } from './doorbell.ts';
import { createFarewells } from './farewells.ts';
import type { Farewells } from './farewells.ts';
import { createFlows } from './flows.ts';
import type { Flows } from './flows.ts';
import { insertCategories, insertProfile } from './furnish.ts';
import type { Owner } from './furnish.ts';
import { keepRenewed } from './renewal.ts';
import { createSendRequest } from './request.ts';
import type { SendRequest } from './request.ts';
import { createSessionKeeper } from './session-keeper.ts';
import type { SessionKeeper } from './session-keeper.ts';
import { createSessionStore } from './session-store.ts';
import type { SessionStore } from './session-store.ts';
import { createTimedFetch } from './timed-fetch.ts';

/** One account as long as it is open: its token is kept alive, and no other account's is ever used for it. */
type OpenAccount = {
  readonly backend: Backend;
  readonly doorbell: Doorbell;
  /** Afterwards nothing is sent and nothing rings. */
  readonly close: () => void;
};

export type BackendAccess = {
  readonly accounts: Accounts;
  readonly openAccount: (user: User) => OpenAccount;
  /** A chunk of its own: rejects where it cannot be fetched just now. */
  readonly openDesk: (user: User) => Promise<AccountDesk>;
  /** The demo's list, where it was promised to this account at the sign-up. */
  readonly readTakenAlong: (user: User) => Promise<Legacy | null>;
  /** What a new account takes along; `loadFirst` gives what the demo's list began as. */
  readonly loadTakeAlong: (loadFirst: () => Promise<ListCopy>) => Promise<TakeAlong>;
};

type BackendAccessParts = {
  readonly clock: Clock;
  readonly deviceId: string;
  /** Hears of each request whether it was answered (product Y6). */
  readonly report: (isReachable: boolean) => void;
  /** Hears that the backend ended this user's session: the refresh token was refused (product A1). */
  readonly onSignedOut: (userId: string) => void;
};

type Shared = {
  readonly clock: Clock;
  readonly deviceId: string;
  readonly fetch: typeof fetch;
  readonly readConfig: ReadConfig;
  readonly store: SessionStore;
  readonly keeper: SessionKeeper;
  readonly farewells: Farewells;
  readonly flows: Flows;
  /** Where the links of mails and the providers lead back to. */
  readonly address: string;
};

export function createBackendAccess(parts: BackendAccessParts): BackendAccess {
  const { clock, deviceId } = parts;
  const shared = createShared(parts);
  return {
    accounts: createAccounts({
      ...shared,
      async furnish(user, email) {
        const send = createSendRequest({ ...shared, userId: user.id });
        const owner = { id: user.id, username: user.username, email, deviceId };
        // Spec section 8: what fails here does not fail the sign-up; the first sync looks again.
        await Promise.all([send(insertProfile(owner)), send(insertCategories(owner))]);
      },
    }),
    openAccount: (user) => openAccount(shared, user),
    async readTakenAlong(user) {
      if (readPromise() === null) return null;
      return (await loadTakeAlong()).readTakenAlong(clock, user);
    },
    loadTakeAlong: async (loadFirst) => (await loadTakeAlong()).createTakeAlong({ clock, loadFirst }),
    async openDesk(user) {
      const { createDesk } = await import('./desk.ts');
      const send = createSendRequest({ ...shared, userId: user.id, canAskForCode: true });
      return createDesk({ ...shared, user, send });
    },
  };
}

function createShared({ clock, deviceId, report, onSignedOut }: BackendAccessParts): Shared {
  let isReached = false;
  const timedFetch = createTimedFetch({
    clock,
    report(isReachable) {
      isReached = isReachable;
      report(isReachable);
    },
  });
  const readConfig = createConfig(timedFetch, location.origin);
  const store = createSessionStore();
  const base = { clock, store, readConfig, fetch: timedFetch };
  const farewells = createFarewells(clock);
  const keeper = createSessionKeeper({
    ...base,
    isReached: () => isReached,
    onEnded: onSignedOut,
    onRefused: farewells.refused,
  });
  const flows = createFlows(clock);
  return { ...base, keeper, deviceId, farewells, flows, address: `${location.origin}/` };
}

/** Hardly anybody comes from the demo. */
const loadTakeAlong = () => import('#device/take-along.ts');

function openAccount(shared: Shared, user: User): OpenAccount {
  const { clock, keeper, store, deviceId, readConfig, farewells } = shared;
  let isOpen = true;
  const sendAlways = createSendRequest({ ...shared, userId: user.id });
  const send: SendRequest = async (request) => {
    if (!isOpen) return fail({ type: 'transient' });
    const askedAt = clock.now();
    const answer = await sendAlways(request);
    if (answer.ok) farewells.answered(user.id, askedAt);
    return answer;
  };
  const owner = (): Owner => ({
    id: user.id,
    username: user.username,
    email: store.read()?.user.email ?? '',
    deviceId,
  });
  const stopRenewal = keepRenewed(clock, () => void keeper.token(user.id));
  const silences = new Set<() => void>();
  const doorbell = createDoorbell({ readConfig, keeper, clock, userId: user.id });
  return {
    backend: createAccountBackend({ send, clock, owner }),
    doorbell: {
      listen(onRing) {
        const silence = doorbell.listen(onRing);
        silences.add(silence);
        return silence;
      },
    },
    close() {
      isOpen = false;
      stopRenewal();
      for (const silence of silences) silence();
    },
  };
}
