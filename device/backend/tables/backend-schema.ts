/**
 * What a backend can do, decided once for each list that is open: by the answers of the calls that the sync makes anyway, because a
 * hosted project with only the specification's tables gets only the specification's calls (product H11, decision 62).
 */
import type { TableName } from '#core/list/row.ts';
import { recordColumns } from '#device/local-storage/missing-details.ts';
import { readVersion, type WireRow } from './wire-rows.ts';
import { hasListColumn } from './wire-tables.ts';

export type BackendSchema = {
  /**
   * - `unknown`: no answer has shown it yet
   * - `spec`: only the specification's columns; this device compares whole tables and assigns versions
   * - `versions`: the backend counts versions, for the one list of an account
   * - `lists`: an account can have several lists
   *
   * It never goes back: a failure later means something else, and a device that took it for missing versions would assign its own.
   */
  readonly kind: () => 'unknown' | 'spec' | 'versions' | 'lists';
  /** The columns of details that items lack. They were stored in an earlier session, or an item has shown them. */
  readonly missingColumns: () => readonly string[];
  /** Learns from the rows of an answer. */
  readonly learnRows: (table: TableName, wire: readonly WireRow[]) => void;
  /** Learns that the backend counts versions, and whether it has lists: the function `pull_rows` answered, or a cursor is its own. */
  readonly learn: (kind: 'versions' | 'lists') => void;
  /** Learns that a column of versions is missing. @returns whether the backend has only the specification's columns */
  readonly learnNoVersions: () => boolean;
};

const RANKS = { unknown: 0, versions: 1, lists: 2 } as const;

export function createBackendSchema(userId: string): BackendSchema {
  let kind: ReturnType<BackendSchema['kind']> = 'unknown';
  let missingColumns: readonly string[] = [];
  const learn = (shown: 'versions' | 'lists'): void => {
    if (kind !== 'spec' && RANKS[shown] > RANKS[kind]) kind = shown;
  };
  return {
    kind: () => kind,
    missingColumns: () => missingColumns,
    learn,
    learnRows(table, wire) {
      if (table === 'items') missingColumns = recordColumns(userId, wire) ?? missingColumns;
      // Lists are newer than versions.
      if (wire.some(hasListColumn)) learn('lists');
      else if (wire.some((row) => (readVersion(row) ?? 0) > 0)) learn('versions');
    },
    learnNoVersions() {
      if (kind === 'unknown') kind = 'spec';
      return kind === 'spec';
    },
  };
}
