/**
 * The backend's tables and columns by name (spec section 3; lists: supabase/migrations/0006_lists.sql), and which of them a backend has.
 * That is decided once for each list that is open, by the answers of the calls that the sync makes anyway: a hosted project with only
 * the specification's tables gets only the specification's calls (product H11, decision 62).
 */
import { isPersonal, type ListRef } from '#core/account/list-ref.ts';
import { DETAILS, ITEM_FIELD_NAMES, ITEM_FIELDS, migrationOf, type ItemField } from '#core/list/item-fields.ts';
import type { TableName } from '#core/list/row.ts';
import type { RequestFailure } from '#device/backend/requests/request-failure.ts';
import { recordColumns } from '#device/local-storage/missing-details.ts';
import { readVersion, type WireRow } from './wire-rows.ts';

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

export const WIRE_TABLES = {
  items: 'grocery_items',
  categories: 'categories',
  savedLists: 'saved_lists',
  listRow: 'lists',
} as const satisfies Readonly<Record<TableName, string>>;

/**
 * The column that selects the rows of a list, and its value. The specification's calls select by account.
 * @param hasLists whether the backend has several lists of an account
 */
export function listColumn(
  table: TableName,
  list: ListRef,
  hasLists: boolean,
): { readonly column: 'id' | 'user_id' | 'list_id'; readonly value: string } {
  if (table === 'listRow') return { column: 'id', value: list.listId };
  if (hasLists || !isPersonal(list)) return { column: 'list_id', value: list.listId };
  return { column: 'user_id', value: list.userId };
}

/** Whether a row belongs to a list. Backends without lists have rows without `list_id`. */
export const isRowOf = (list: ListRef, wire: Readonly<Record<string, unknown>>): boolean =>
  hasListColumn(wire) ? wire['list_id'] === list.listId : wire['user_id'] === list.userId;

/** Whether the backend of this row has several lists of an account. */
export const hasListColumn = (wire: Readonly<Record<string, unknown>>): boolean => wire['list_id'] !== undefined;

/** Whether the table lacks a column: PostgREST's code, and Postgres's undefined_column. */
export const isColumnMissing = ({ code }: RequestFailure): boolean => code === 'PGRST204' || code === '42703';

/** Whether the backend lacks the table: PostgREST's code, and Postgres's undefined_table. */
export const isTableMissing = ({ code }: RequestFailure): boolean => code === 'PGRST205' || code === '42P01';

const columnOf = (name: ItemField): string => ITEM_FIELDS[name].column;

/** Whether an item has all details that the backend has columns for. Change events may leave out a long note. */
export const hasAllDetails = (wire: Readonly<Record<string, unknown>>, missing: readonly string[]): boolean =>
  DETAIL_COLUMNS.flat().every((column) => column in wire || missing.includes(column));

/** The columns of an item that every backend has, besides its id. */
export const FIRST_ITEM_COLUMNS: readonly string[] = ITEM_FIELD_NAMES.filter((name) => migrationOf(name) === 1).map(
  columnOf,
);

/** The columns of the details of items, newest first. Those of one migration are together, because a backend has all of them or none. */
export const DETAIL_COLUMNS: readonly (readonly string[])[] = [...new Set(DETAILS.map(migrationOf))]
  .toSorted((a, b) => b - a)
  .map((since) => DETAILS.filter((name) => migrationOf(name) === since).map(columnOf));

/**
 * The columns of a complete row that are never null. Change events may leave out long columns. Without `ranks`, which earlier
 * backends lack, a category is pulled.
 */
export const ROW_COLUMNS: Readonly<Record<TableName, readonly string[]>> = {
  items: ['id', ...FIRST_ITEM_COLUMNS, 'deleted', 'version'],
  categories: ['id', 'name', 'color', 'in_list', 'ranks', 'deleted', 'version'],
  savedLists: ['id', 'name', 'items', 'created_at', 'deleted', 'version'],
  listRow: ['id', 'name', 'version'],
};
