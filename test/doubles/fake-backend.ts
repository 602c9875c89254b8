/** A fake backend that records its requests and answers as the test tells it. */
import type { TableName } from '#core/list/row.ts';
import type { PushGroup } from '#core/sync/sync-record.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import { ok, type Result } from '#core/result.ts';
import type { Backend, BackendFailure, Page } from '#client/ports/backend.ts';

type Answer<T> = Result<T, BackendFailure>;

export type FakeBackend = {
  readonly backend: Backend;
  /** In order: 'push items 2', 'pull items 7', 'provisionDefaults', 'report'. */
  readonly asked: string[];
  readonly pushed: PushGroup[];
  /** The answers to the next pushes; after these, every row is accepted. */
  readonly pushAnswers: Answer<readonly VersionedRow[]>[];
  /** The answers to the next pulls of a table; after these, there are no new rows. */
  readonly pullAnswers: Partial<Record<TableName, Answer<Page>[]>>;
  readonly provisionAnswers: Answer<null>[];
};

const NOTHING_NEW: Answer<Page> = ok({ rows: [], isFull: false });

export function createFakeBackend(): FakeBackend {
  const asked: string[] = [];
  const pushed: PushGroup[] = [];
  const fake: Omit<FakeBackend, 'backend'> = { asked, pushed, pushAnswers: [], pullAnswers: {}, provisionAnswers: [] };
  let version = 0;
  return {
    ...fake,
    backend: {
      createIfNew: () => Promise.resolve(ok(null)),
      push(group) {
        asked.push(`push ${group.table} ${group.patches.length}`);
        pushed.push(group);
        return Promise.resolve(
          fake.pushAnswers.shift() ?? ok(group.patches.map(({ patch }) => toRow(patch, (version += 1)))),
        );
      },
      pull(table, cursor) {
        asked.push(`pull ${table} ${cursor}`);
        return Promise.resolve(fake.pullAnswers[table]?.shift() ?? NOTHING_NEW);
      },
      pullAll: () => Promise.resolve(ok({})),
      answersPosts: () => Promise.resolve(true),
      provisionDefaults() {
        asked.push('provisionDefaults');
        return Promise.resolve(fake.provisionAnswers.shift() ?? ok(null));
      },
      reportSync() {
        asked.push('report');
        return Promise.resolve(ok(null));
      },
    },
  };
}

/** The row that a patch of a missing row creates. */
const toRow = (patch: PushGroup['patches'][number]['patch'], version: number): VersionedRow =>
  ({
    table: patch.table,
    row: { name: '', category: '', checked: false, deleted: false, ...patch.fields, id: patch.id },
    version,
    deviceId: 'own',
  }) as VersionedRow;
