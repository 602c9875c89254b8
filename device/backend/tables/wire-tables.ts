/** The names of the backend's tables and columns (spec section 3; lists: supabase/migrations/0006_lists.sql). */
import { isPersonal } from '#core/account/list-ref.ts';
import type { ListRef } from '#core/account/list-ref.ts';
import { DETAILS } from '#core/list/row.ts';
import type { TableName } from '#core/list/row.ts';
import type { RequestFailure } from '#device/backend/requests/send-request.ts';

export const WIRE_TABLES = {
  items: 'grocery_items',
  categories: 'categories',
  savedLists: 'saved_lists',
  profile: 'lists',
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
  if (table === 'profile') return { column: 'id', value: list.listId };
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

/** Fields whose columns have a different name. */
const WIRE_COLUMNS: Readonly<Record<string, string>> = {
  inList: 'in_list',
  createdAt: 'created_at',
  listName: 'name',
};

/** The column of a field. */
export const wireColumn = (field: string): string => WIRE_COLUMNS[field] ?? field;

/** Whether an item has its details, or comes from a backend without columns for them. Change events may leave out a long note. */
export const hasWholeDetails = (wire: Readonly<Record<string, unknown>>): boolean =>
  DETAILS.every((name) => name in wire) || DETAILS.every((name) => !(name in wire));

/** The columns of a complete row that are never null. Change events may leave out long columns. */
export const ROW_COLUMNS: Readonly<Record<TableName, readonly string[]>> = {
  items: ['id', 'name', 'category', 'checked', 'deleted', 'version'],
  categories: ['id', 'name', 'color', 'in_list', 'deleted', 'version'],
  savedLists: ['id', 'name', 'items', 'created_at', 'deleted', 'version'],
  profile: ['id', 'name', 'version'],
};
