/** One sync pass: push what is waiting, then pull what is new (architecture section 4). */
import type { TableName } from '#core/list/row.ts';
import type { PushGroup } from '#core/sync/push.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import type { Result } from '#core/result.ts';

import type { Backend, BackendFailure } from '#client/ports/backend.ts';
import type { SyncState, SyncStorage } from '#client/ports/sync-storage.ts';

export const TABLES: readonly TableName[] = ['categories', 'items', 'savedLists', 'profile'];

export type PassParts = {
  readonly storage: SyncStorage;
  readonly backend: Backend;
  /** The disk was changed: the screen, and the other tabs, want to know. */
  readonly onDisk: () => Promise<void>;
};

/** How a pass ended: all is sent and read; it has to be tried again; or the shopper has to sign in again. */
export type PassEnd = 'done' | 'later' | 'signed-out';

/**
 * Runs one pass. Bad luck anywhere ends it; whatever it did until then is kept.
 * @param tables the tables to pull after the push
 */
export async function runPass(parts: PassParts, tables: Iterable<TableName>): Promise<PassEnd> {
  const read = await parts.storage.readSync();
  if (!read.ok) return 'later';
  const { isComplete } = read.value;
  // Before the push: a row of the shopper's must not pass for what an interrupted sign-up left out.
  const furnished = isComplete ? 'done' : await furnish(parts);
  if (furnished !== 'done') return furnished;
  const pushed = await pushAll(parts);
  if (pushed !== 'done') return pushed;
  return isComplete ? pullTables(parts, tables) : pullFirst(parts);
}

/** A backend that refuses has its reasons; the list must come all the same (spec section 8). */
async function furnish({ backend }: PassParts): Promise<PassEnd> {
  const furnished = await backend.furnish();
  return furnished.ok || furnished.failure.type === 'refused' ? 'done' : toEnd(furnished.failure);
}

/** Sends group after group, one request at a time, until the outbox is empty. */
async function pushAll(parts: PassParts): Promise<PassEnd> {
  for (;;) {
    const next = await parts.storage.nextGroup();
    if (!next.ok) return 'later';
    if (next.value === null) return 'done';
    const end = await pushGroup(parts, next.value);
    if (end !== 'done') return end;
  }
}

async function pushGroup(parts: PassParts, group: PushGroup): Promise<PassEnd> {
  const sent = await parts.backend.push(group);
  if (!sent.ok) return settleFailure(parts, group, sent.failure);
  const rows = sent.value;
  if (rows.length < group.patches.length) {
    // It skipped what it had applied already: what became of that only a pull can tell (product Y1).
    const pulled = await pullTables(parts, [group.table]);
    if (pulled !== 'done') return pulled;
  }
  const settled = await parts.storage.settle(group, { type: 'taken', rows });
  await parts.onDisk();
  return settled.ok ? 'done' : 'later';
}

async function settleFailure(
  { storage, onDisk }: PassParts,
  group: PushGroup,
  failure: BackendFailure,
): Promise<PassEnd> {
  switch (failure.type) {
    case 'transient':
      return 'later';
    case 'signed-out':
      return 'signed-out';
    case 'refused': {
      // Whichever row it was: the others go on without it.
      const settled = await storage.settle(
        group,
        group.patches.length > 1 ? { type: 'split' } : { type: 'set-aside', message: failure.message },
      );
      await onDisk();
      return settled.ok ? 'done' : 'later';
    }
  }
}

/** The first time on this device everything is read. */
async function pullFirst(parts: PassParts): Promise<PassEnd> {
  const pulled = await pullTables(parts, TABLES);
  if (pulled !== 'done') return pulled;
  const noted = await parts.storage.noteComplete();
  await parts.onDisk();
  return noted.ok ? 'done' : 'later';
}

async function pullTables(parts: PassParts, tables: Iterable<TableName>): Promise<PassEnd> {
  for (const table of tables) {
    const end = await pullTable(parts, table);
    if (end !== 'done') return end;
  }
  return 'done';
}

/** Reads page after page above the cursor, to a short page (product Y5). */
async function pullTable(parts: PassParts, table: TableName): Promise<PassEnd> {
  const { backend, storage, onDisk } = parts;
  for (;;) {
    const state: Result<SyncState, unknown> = await storage.readSync();
    if (!state.ok) return 'later';
    const cursor = state.value.cursors[table];
    const page = await backend.pull(table, cursor);
    if (!page.ok) return toEnd(page.failure);
    const { rows, isFull } = page.value;
    if (rows.length > 0) {
      const received = await storage.receive(rows, { [table]: Math.max(cursor, ...rows.map(versionOf)) });
      if (!received.ok) return 'later';
      await onDisk();
    }
    if (!isFull) return 'done';
  }
}

const versionOf = ({ version }: VersionedRow): number => version;

const toEnd = (failure: BackendFailure): PassEnd => (failure.type === 'signed-out' ? 'signed-out' : 'later');
