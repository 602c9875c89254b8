/** The backend port of one account. It finds out once what its backend can do (architecture section 4). */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Backend, BackendFailure } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import { forgiveRefusal, furnishAccount } from './furnish.ts';
import type { Owner } from './furnish.ts';
import type { SendRequest } from './request.ts';
import { createPullRows } from './pull-rows.ts';
import { createVersionedTables } from './versioned-tables.ts';
import type { AccountTables } from './versioned-tables.ts';

type AccountParts = {
  readonly send: SendRequest;
  readonly clock: Clock;
  /** Asked for when it is needed: the address is known once somebody signed in. */
  readonly owner: () => Owner;
};

export function createAccountBackend({ send, clock, owner }: AccountParts): Backend {
  const userId = owner().id;
  const versioned = createVersionedTables(send, userId);
  const pullRows = createPullRows(send);
  let plain: Promise<AccountTables<BackendFailure> | null> | null = null;
  const loadPlain = async (): Promise<AccountTables<BackendFailure> | null> => {
    const module = await import('./plain-tables.ts').catch(() => null);
    return module?.createPlainTables({ send, userId, clock }) ?? null;
  };
  /** With the versioned tables, until they turn out to be none. */
  const call = async <T>(
    work: <F>(tables: AccountTables<F>) => Promise<Result<T, F>>,
  ): Promise<Result<T, BackendFailure>> => {
    if (plain === null) {
      const result = await work(versioned);
      if (result.ok) return result;
      if (result.failure.type !== 'no-versions') return fail(result.failure);
    }
    plain ??= loadPlain();
    const tables = await plain;
    if (tables) return work(tables);
    // That part of the app could not be fetched just now.
    plain = null;
    return fail({ type: 'transient' });
  };
  return {
    push: (group) => call((tables) => tables.push(group)),
    pull: (table, cursor) => pullRows.pullOne(table, cursor, () => call((tables) => tables.pull(table, cursor))),
    pullAll: (cursors) => pullRows.pull(cursors),
    furnish: () => furnishAccount(send, owner()),
    async noteSync(isoNow) {
      const fields = { device_info: { deviceId: owner().deviceId }, last_sync_at: isoNow };
      const noted = await send((tables) => tables.from('user_profiles').update(fields).eq('id', userId));
      return noted.ok ? ok(null) : forgiveRefusal(noted.failure);
    },
  };
}
