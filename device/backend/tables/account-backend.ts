/** The backend port of one list. Detects once whether the backend has versions (architecture section 4). */
import { isPersonal } from '#core/account/list-ref.ts';
import type { ListRef } from '#core/account/list-ref.ts';
import { lazy } from '#core/lazy.ts';
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Backend, BackendFailure } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { Memberships } from '#client/ports/lists.ts';
import { ignoreRefusal, insertProfile, provisionDefaults } from './provision-defaults.ts';
import { isWireRows } from './read-row.ts';
import type { Owner } from './provision-defaults.ts';
import type { SendRequest } from '#device/backend/requests/send-request.ts';
import { createPullRows } from './pull-rows.ts';
import { createVersionedTables } from './versioned-tables.ts';
import type { AccountTables, BackendSchema } from './versioned-tables.ts';

type AccountParts = {
  readonly send: SendRequest;
  readonly clock: Clock;
  readonly list: ListRef;
  readonly memberships: Pick<Memberships, 'cursor' | 'receive'>;
  /** The account. Called when needed, because the email address is known only after sign-in. */
  readonly owner: () => Owner;
};

export function createAccountBackend(parts: AccountParts): Backend {
  const { send, clock, list, owner, memberships } = parts;
  const { userId } = list;
  const schema: BackendSchema = { hasVersions: false, hasLists: false, missingColumns: [] };
  const versioned = createVersionedTables({ send, list, schema });
  const pullRows = createPullRows({ send, list, schema, memberships });
  let isUnversioned = false;
  const unversioned = lazy(async () =>
    (await import('./unversioned-tables.ts')).createUnversionedTables({ send, userId, clock }),
  );
  /** Uses the versioned tables until the backend turns out to have no versions. */
  const call = async <T>(
    work: <F>(tables: AccountTables<F>) => Promise<Result<T, F>>,
  ): Promise<Result<T, BackendFailure>> => {
    if (!isUnversioned) {
      const result = await work(versioned);
      if (result.ok) return result;
      if (result.failure.type !== 'no-versions') return fail(result.failure);
    }
    // Such a backend has one list only (product H11).
    if (!isPersonal(list)) return fail({ type: 'transient' });
    isUnversioned = true;
    const tables = await unversioned.tryLoad();
    return tables === null ? fail({ type: 'transient' }) : work(tables);
  };
  return {
    push: (group) => call((tables) => tables.push(group)),
    pull: (table, cursor) => pullRows.pullOne(table, cursor, () => call((tables) => tables.pull(table, cursor))),
    pullAll: (cursors) => pullRows.pull(cursors),
    provisionDefaults: () => provisionDefaults(send, owner(), list),
    reportSync: (isoNow) => reportSync(send, owner(), isoNow),
  };
}

async function reportSync(send: SendRequest, owner: Owner, isoNow: string): Promise<Result<null, BackendFailure>> {
  const fields = { device_info: { deviceId: owner.deviceId }, last_sync_at: isoNow };
  const reported = await send((tables) => tables.from('user_profiles').update(fields).eq('id', owner.id).select('id'));
  if (!reported.ok) return ignoreRefusal(reported.failure);
  if (!isWireRows(reported.value) || reported.value.length > 0) return ok(null);
  // An interrupted sign-up has left no profile.
  const inserted = await send(insertProfile(owner));
  return inserted.ok ? ok(null) : ignoreRefusal(inserted.failure);
}
