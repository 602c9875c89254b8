/** Reads an account's rows from the server with plain requests, independently of the app's code. */
import { describeRanks, describeRow } from './describe-list.ts';

type Credentials = { readonly email: string; readonly password: string };

/** Signs in, reads, and signs out. Returns one line for each row, in the format of describe-list.ts. */
export async function readServerRows(address: string, credentials: Credentials): Promise<readonly string[]> {
  const { anonKey } = await askJson<{ readonly anonKey: string }>(`${address}/config.json`, {});
  const signedIn = await askJson<{ readonly access_token: string }>(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const headers = { apikey: anonKey, authorization: `Bearer ${signedIn.access_token}` };
  const read = (table: string) => readTable(`${address}/rest/v1/${table}`, headers);
  const [items, categories, savedLists, lists] = await Promise.all(
    ['grocery_items', 'categories', 'saved_lists', 'lists'].map(read),
  );
  // An account has a limited number of sessions, so a long run would end those of its devices.
  await fetch(`${address}/auth/v1/logout?scope=local`, { method: 'POST', headers });
  const lines = [
    ...(items ?? []).map(({ id, name, category, checked, deleted }) =>
      describeRow('items', id, { name, category, checked, deleted }),
    ),
    ...(categories ?? []).map(({ id, name, color, in_list: inList, deleted, ranks }) =>
      describeRow('categories', id, { name, color, inList, deleted, ...readRanks(ranks) }),
    ),
    ...(savedLists ?? []).map(({ id, name, items: recorded, deleted }) =>
      describeRow('savedLists', id, { name, items: Array.isArray(recorded) ? recorded.length : recorded, deleted }),
    ),
    ...(lists ?? []).map(({ name: listName }) => describeRow('profile', 'profile', { listName })),
  ];
  return lines.toSorted();
}

const readRanks = (ranks: unknown): object =>
  typeof ranks === 'object' && ranks !== null
    ? describeRanks(Reflect.get(ranks, 'list'), Reflect.get(ranks, 'start'))
    : {};

type WireRow = Readonly<Record<string, unknown>> & { readonly id: string };

const PAGE = 1000;

async function readTable(address: string, headers: Record<string, string>): Promise<readonly WireRow[]> {
  const rows: WireRow[] = [];
  for (;;) {
    const page = await askJson<readonly WireRow[]>(`${address}?select=*&order=id&offset=${rows.length}&limit=${PAGE}`, {
      headers,
    });
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}

async function askJson<T>(address: string, init: RequestInit): Promise<T> {
  const answer = await fetch(address, init);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  // The server's tests prove the shape of its answers.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (await answer.json()) as T;
}
