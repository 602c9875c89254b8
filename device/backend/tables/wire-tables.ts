/** The names of the backend's tables and columns (spec section 3; lists: supabase/migrations/0006_lists.sql). */
import type { TableName } from '#core/list/row.ts';

export const WIRE_TABLES = {
  items: 'grocery_items',
  categories: 'categories',
  savedLists: 'saved_lists',
  profile: 'lists',
} as const satisfies Readonly<Record<TableName, string>>;

/** The column with the account's id: for the list itself, it is the row's own id. */
export const ownerColumn = (table: TableName): 'id' | 'user_id' => (table === 'profile' ? 'id' : 'user_id');

/** Fields whose columns have a different name. */
const WIRE_COLUMNS: Readonly<Record<string, string>> = {
  inList: 'in_list',
  createdAt: 'created_at',
  listName: 'name',
};

/** The column of a field. */
export const wireColumn = (field: string): string => WIRE_COLUMNS[field] ?? field;

/** The columns of a complete row. Change events may leave out long columns. */
export const ROW_COLUMNS: Readonly<Record<TableName, readonly string[]>> = {
  items: ['id', 'name', 'category', 'checked', 'deleted', 'version'],
  categories: ['id', 'name', 'color', 'in_list', 'deleted', 'version'],
  savedLists: ['id', 'name', 'items', 'created_at', 'deleted', 'version'],
  profile: ['id', 'name', 'version'],
};
