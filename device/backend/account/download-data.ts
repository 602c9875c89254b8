/** Downloads all data of the account as one JSON document (product A3, docs/my-data.md). */
import { fail, ok, type Result } from '#core/result.ts';
import type { AccountApiFailure } from '#client/ports/account-api.ts';
import { selectAll } from '#device/backend/tables/unversioned-tables.ts';
import { parseJson } from '#device/local-storage/local-storage.ts';
import { type RequestFailure, toCallFailure } from '#device/backend/requests/request-failure.ts';
import { isFlag, isListOf, isObject, isText, isWith } from '#device/shape.ts';
import { type AccountApiParts, callFunction, REFUSALS, type RequestAsUser } from './call-account.ts';

type DownloadParts = Pick<AccountApiParts, 'send' | 'clock' | 'user'>;

/** The document, or a part of it. */
type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the document. It contains the rows of most accounts. Those of a large account would not fit into one response, so
 * they are read from the tables, in pages.
 */
export async function downloadData(
  parts: DownloadParts,
  request: RequestAsUser,
  writeListFile: () => string,
): Promise<Result<string, AccountApiFailure>> {
  const exported = await callFunction(parts, 'export_account');
  if (!exported.ok)
    return exported.failure.type === 'not-offered' ? collectData(parts, request, writeListFile()) : exported;
  const { value } = exported;
  if (value === null) return fail({ type: 'not-offered' });
  if (!isLarge(value)) return ok(JSON.stringify(value, null, 2));
  const rows = await readAllRows(parts, value);
  return rows.ok ? ok(JSON.stringify({ ...value, ...rows.value }, null, 2)) : rows;
}

const isDocument = isWith({ lists: isListOf(isObject) });

const isLarge = (value: unknown): value is Fields & { readonly lists: readonly Fields[] } =>
  isDocument(value) && !('items' in value);

/** The tables by their key in the document. */
const TABLES = { items: 'grocery_items', categories: 'categories', saved_lists: 'saved_lists' } as const;

/** Reads the rows of the account's own lists, with deleted rows apart. */
async function readAllRows(
  parts: DownloadParts,
  { lists }: { readonly lists: readonly Fields[] },
): Promise<Result<Fields, AccountApiFailure>> {
  const live: Record<string, unknown> = {};
  const deleted: Record<string, unknown> = {};
  for (const [key, table] of Object.entries(TABLES)) {
    const rows: Row[] = [];
    for (const { id } of lists.filter(isOwnList)) {
      const read = await readList(parts, table, id);
      if (!read.ok) return read;
      for (const row of read.value) rows.push(row);
    }
    live[key] = rows.filter((row) => !row.deleted);
    deleted[key] = rows.filter((row) => row.deleted);
  }
  return ok({ ...live, deleted });
}

const isOwnList = (list: Fields): list is Fields & { readonly id: string } =>
  isText(list['id']) && list['role'] === 'owner' && list['deleted'] === false;

/** The rows of one page. A row has at most 64 kB, and a response at most 32 MB. */
const DOWNLOAD_ROWS = 400;

type Row = Fields & { readonly deleted: boolean; readonly version: number };

const areRows = isListOf(
  isWith<Row>({ deleted: isFlag, version: (value): value is number => typeof value === 'number' }),
);

/** Reads the rows of a list, oldest change first. A row that changes meanwhile moves to a later page. */
async function readList(
  { send }: Pick<DownloadParts, 'send'>,
  table: string,
  listId: string,
): Promise<Result<readonly Row[], AccountApiFailure>> {
  const rowById = new Map<unknown, Row>();
  for (let version = -1; ;) {
    const after = version;
    const answer = await send((tables) =>
      tables.from(table).select().eq('list_id', listId).gt('version', after).order('version').limit(DOWNLOAD_ROWS),
    );
    if (!answer.ok) return fail(toCallFailure(answer.failure, REFUSALS));
    if (!areRows(answer.value)) return fail({ type: 'unreachable' });
    for (const { user_id: _, ...row } of answer.value) {
      rowById.set(row['id'], row);
      version = row.version;
    }
    if (answer.value.length < DOWNLOAD_ROWS) return ok([...rowById.values()]);
  }
}

/**
 * Puts the document together on a backend that has only the specification's tables: the user of the auth service, the rows
 * of the tables, and the open list as this device has it, because the tables lack some of its fields.
 */
async function collectData(
  parts: DownloadParts,
  request: RequestAsUser,
  listFile: string,
): Promise<Result<string, AccountApiFailure>> {
  const account = await request({ call: (client) => client.getUser() });
  if (!account.ok) return account;
  const rows = await readPlainTables(parts);
  if (!rows.ok) return fail(toCallFailure(rows.failure, REFUSALS));
  const { identities = [], factors: second_steps = [], ...fields } = account.value.user;
  const document = {
    format: 'checklist-account',
    version: 2,
    exported_at: new Date(parts.clock.now()).toISOString(),
    account: fields,
    identities,
    second_steps,
    ...rows.value,
    on_this_device: parseJson(listFile),
  };
  return ok(JSON.stringify(document, null, 2));
}

/** Reads the profile and all rows of the account. */
async function readPlainTables({ send, user }: DownloadParts): Promise<Result<Fields, RequestFailure>> {
  const profiles = await send((tables) => tables.from('user_profiles').select().eq('id', user.id));
  if (!profiles.ok) return profiles;
  const [profile = null] = isListOf(isObject)(profiles.value) ? profiles.value : [];
  const fields: Record<string, unknown> = { profile };
  for (const [key, table] of PLAIN_TABLES) {
    const read = await selectAll(send, table, user.id);
    if (!read.ok) return read;
    const rows: Fields[] = [];
    for (const { user_id: _, ...row } of read.value) rows.push(row);
    fields[key] = rows;
  }
  return ok(fields);
}

/** The tables that hold the list, by their key in the document. */
const PLAIN_TABLES = [
  ['items', 'items'],
  ['categories', 'categories'],
  ['saved_lists', 'savedLists'],
] as const;
