/** For tests: a device at the bundled server, with separate local storage. */
import { browserClock } from '#device/clock.ts';
import { createBackendAccess } from '#device/backend/backend-access.ts';
import { readAssurance, readStoredSession } from '#device/backend/session/stored-session.ts';
import type { Accounts } from '#client/ports/accounts.ts';
import type { AccountApi } from '#client/ports/account-api.ts';
import type { SharingApi } from '#client/ports/sharing-api.ts';
import type { User } from '#core/account/user.ts';
import { stubLocalStorage } from '#test/doubles/fake-page.ts';

let people = 0;

/** Opens a device. Each of its calls uses its own local storage. */
export function openDevice() {
  let kept: Record<string, string> = {};
  const on = async <T>(work: () => Promise<T>): Promise<T> => {
    const values = stubLocalStorage(kept);
    try {
      return await work();
    } finally {
      kept = Object.fromEntries(values);
    }
  };
  const access = createBackendAccess({
    clock: browserClock,
    deviceId: 'device-1',
    report: () => undefined,
    onSignedOut: () => undefined,
    log: () => undefined,
  });
  const accounts = onDevice<Accounts>(access.accounts, on);
  const look = <T>(read: () => T): T => {
    stubLocalStorage(kept);
    return read();
  };
  return {
    accounts,
    openAccountApi: async (user: User) => onDevice<AccountApi>(await access.openAccountApi(user), on),
    openSharingApi: async (user: User) => onDevice<SharingApi>(await access.openSharingApi(user), on),
    /** Signs up a new user. */
    async signUp() {
      people += 1;
      const email = `person-${people}@example.org`;
      const entered = await accounts.signUp({ email, password: 'pear7tree' });
      if (!entered.ok) throw new Error(entered.failure.type);
      return { email, user: entered.value };
    },
    stored: () => look(readStoredSession),
    /** The assurance level of the stored session. */
    level: () => look(() => readAssurance(readStoredSession()?.access_token ?? '')),
  };
}

/** Wraps calls so that each runs on its device. */
const onDevice = <T extends object>(calls: T, on: <R>(work: () => Promise<R>) => Promise<R>): T =>
  new Proxy(calls, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name);
      return typeof call === 'function'
        ? (...args: readonly unknown[]) => on(async () => (await Reflect.apply(call, target, args)) as unknown)
        : call;
    },
  });
