/** Tables with the spec's columns and nothing more: as much of PostgREST as a plain backend needs. */
import { json, type Answer, type Asked } from './fake-server.ts';

type PlainRow = Readonly<Record<string, unknown>>;

/** The spec's columns. */
export const PLAIN_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  grocery_items: ['id', 'user_id', 'name', 'category', 'checked'],
  categories: ['id', 'user_id', 'name', 'color'],
  saved_lists: ['id', 'user_id', 'name', 'items', 'created_at'],
  user_profiles: ['id', 'username', 'email', 'device_info', 'last_sync_at'],
};

/** Tables with these columns, as much of PostgREST as a plain backend needs. */
export function createPlainServer(columns = PLAIN_COLUMNS) {
  const rows = new Map(Object.keys(columns).map((table) => [table, new Map<string, PlainRow>()]));
  const refuse = (column: string): Answer =>
    json({ code: 'PGRST204', message: `Could not find the '${column}' column` }, 400);
  const upsert = (table: string, body: unknown): Answer => {
    const sent = body as readonly PlainRow[];
    const unknown = sent.flatMap((row) => Object.keys(row)).find((name) => !columns[table]?.includes(name));
    if (unknown !== undefined) return refuse(unknown);
    for (const row of sent)
      rows.get(table)?.set(String(row['id']), { ...rows.get(table)?.get(String(row['id'])), ...row });
    return json(sent, 201);
  };
  const select = (table: string, query: URLSearchParams): Answer => {
    if (query.has('version') && columns[table]?.includes('version') !== true) {
      return json({ code: '42703', message: 'column version does not exist' }, 400);
    }
    return json(pageOf([...(rows.get(table)?.values() ?? [])], query));
  };
  const answer = ({ call, query, body }: Asked): Answer | undefined => {
    const [method, path = ''] = call.split(' ');
    const table = path.replace('/rest/v1/', '');
    if (!rows.has(table)) return undefined;
    if (method === 'POST') return upsert(table, body);
    if (method !== 'DELETE') return select(table, query);
    const ids = (query.get('id') ?? '').slice(4, -1).split(',');
    for (const id of ids) rows.get(table)?.delete(id.replaceAll('"', ''));
    return json(null, 204);
  };
  const answerAll = (asked: Asked): Answer | undefined =>
    asked.call.endsWith('/rest/v1/lists')
      ? json({ code: 'PGRST205', message: "Could not find the table 'public.lists'" }, 404)
      : answer(asked);
  return { answer: answerAll, table: (name: string) => rows.get(name) ?? new Map<string, PlainRow>() };
}

/** The rows above an id, in the order of ids, as many as are asked for. */
function pageOf(rows: readonly PlainRow[], query: URLSearchParams): readonly PlainRow[] {
  const above = /^gt\.(.*)$/u.exec(query.get('id') ?? '')?.[1] ?? '';
  const left = rows.filter((row) => String(row['id']) > above);
  return left.toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1)).slice(0, Number(query.get('limit')));
}
