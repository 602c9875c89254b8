/** Reads and changes an account directly on the backend. */
import type { Account } from './account.ts';

/** A row in the wire format. */
type WireRow = Readonly<Record<string, unknown>>;

export type BackendView = {
  readonly userId: string;
  /** All rows of the account in a table, without deleted ones. */
  readonly read: (table: string) => Promise<readonly WireRow[]>;
  /** The items by name, as 'Leek x' if ticked and 'Leek -' if not, without deleted ones. */
  readonly items: () => Promise<readonly string[]>;
  /** Inserts a row as another client of the backend would. */
  readonly insert: (table: string, row: WireRow) => Promise<void>;
  /** Ends every session of the account, on all devices. */
  readonly endSessions: () => Promise<void>;
};

/** Creates the account without a device. */
export async function createAccount(address: string, account: Account): Promise<void> {
  await ask(address, '/auth/v1/signup', { body: account });
}

/** Signs in to the account in addition to its devices. */
export async function lookBehind(address: string, account: Account): Promise<BackendView> {
  const session = (await ask(address, '/auth/v1/token?grant_type=password', { body: account })) as {
    readonly access_token: string;
    readonly user: { readonly id: string };
  };
  const token = session.access_token;
  const read = async (table: string): Promise<readonly WireRow[]> => {
    const rows = (await ask(address, `/rest/v1/${table}?select=*`, { token })) as readonly WireRow[];
    return rows.filter(({ deleted }) => deleted !== true);
  };
  return {
    userId: session.user.id,
    read,
    async items() {
      const rows = await read('grocery_items');
      return rows.map(({ name, checked }) => `${String(name)} ${checked === true ? 'x' : '-'}`).toSorted();
    },
    async insert(table, row) {
      await ask(address, `/rest/v1/${table}`, { token, body: row });
    },
    async endSessions() {
      await ask(address, '/auth/v1/logout?scope=global', { token, body: {} });
    },
  };
}

type Call = { readonly token?: string; readonly body?: object };

async function ask(address: string, path: string, { token, body }: Call): Promise<unknown> {
  const config = (await (await fetch(`${address}/config.json`)).json()) as { readonly anonKey: string };
  const answer = await fetch(address + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      apikey: config.anonKey,
      authorization: `Bearer ${token ?? config.anonKey}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}
