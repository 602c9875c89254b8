/** An attack from one address and several accounts, in its own process: requests that cost the server more than the caller. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { serveRpc } from '#bench/sync/rpc-process.ts';
import type { BenchUser } from './sign-up.ts';

export type Target = {
  /** The server's address. */
  readonly address: string;
  /** The API key of the app, which a stranger has as well. */
  readonly key: string;
  readonly accounts: readonly BenchUser[];
};

type Shot = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Connections of the stranger, and of each account. */
const CONNECTIONS = 40;
const MEGABYTE = 1_000_000;

const state: { isOn: boolean; running: Promise<unknown> } = { isOn: false, running: Promise.resolve() };
const counts = new Map<string, number>();

const api = {
  start({ address, key, accounts }: Target): void {
    state.isOn = true;
    const stranger = strangerShots(key).map((shot) => from('203.0.113.7', shot));
    const shots = [
      stranger,
      ...accounts.map((user, at) => accountShots(user).map((s) => from(`198.51.100.${at + 1}`, s))),
    ];
    state.running = Promise.all(shots.map((own) => fire(address, own)));
  },
  /** Ends the attack and returns the number of answers by status; `lost` counts closed connections. */
  async stop(): Promise<Readonly<Record<string, number>>> {
    state.isOn = false;
    await state.running;
    return Object.fromEntries(counts);
  },
};

export type Attack = typeof api;

serveRpc(api);

const from = (address: string, shot: Shot): Shot => ({
  ...shot,
  headers: { ...shot.headers, 'x-forwarded-for': address },
});

/** Without an account: large bodies, password guesses, and mail. */
function strangerShots(apikey: string): readonly Shot[] {
  const headers = { apikey, 'content-type': 'application/json' };
  const post = (path: string, body: string): Shot => ({ method: 'POST', path, headers, body });
  const guess = JSON.stringify({ email: 'seeded-300003@example.org', password: 'guess-12345' });
  return [
    post('/auth/v1/verify', JSON.stringify({ type: 'signup', token: Array.from({ length: MEGABYTE / 4 }, () => [1]) })),
    post('/auth/v1/token?grant_type=password', guess),
    post('/auth/v1/signup', JSON.stringify({ email: 'x', password: 'y'.repeat(MEGABYTE / 2) })),
    post('/auth/v1/recover', JSON.stringify({ email: 'unknown@example.org' })),
    post('/rest/v1/grocery_items', `[${'{},'.repeat(MEGABYTE / 4)}{}]`),
    { method: 'GET', path: '/rest/v1/grocery_items?select=*', headers },
    { method: 'GET', path: '/health', headers },
  ];
}

/** With an account: reads of the whole list, counts, long filters, and large writes. */
function accountShots({ id, headers: own }: BenchUser): readonly Shot[] {
  const headers = { ...own, 'content-type': 'application/json', prefer: 'count=exact,resolution=merge-duplicates' };
  const get = (path: string): Shot => ({ method: 'GET', path: `/rest/v1/${path}`, headers });
  const rows = Array.from({ length: 2000 }, (_, at) => ({ id: `${id}-${at}`, name: 'x'.repeat(400), checked: true }));
  const ids = Array.from({ length: 300 }, (_, at) => `${id}-${at}`).join(',');
  return [
    get('grocery_items?select=*&order=name.desc,category.asc'),
    get(`grocery_items?select=id&not.id=in.(${ids})&name=not.eq.x&order=updated_at.desc`),
    get('grocery_items?select=*&version=gt.0&order=version.asc&limit=1000'),
    { method: 'POST', path: '/rest/v1/grocery_items?on_conflict=id', headers, body: JSON.stringify(rows) },
    { method: 'POST', path: '/rest/v1/rpc/pull_rows', headers, body: '{}' },
  ];
}

async function fire(address: string, shots: readonly Shot[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const run = async (first: number): Promise<void> => {
    for (let at = first; state.isOn; at += 1) {
      const shot = shots[at % shots.length];
      if (shot !== undefined) count(await send({ address, agent }, shot));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, at) => run(at)));
  agent.destroy();
}

const count = (answer: string): void => void counts.set(answer, (counts.get(answer) ?? 0) + 1);

async function send({ address, agent }: { address: string; agent: Agent }, shot: Shot): Promise<string> {
  const { method, path, headers, body } = shot;
  try {
    const sent = request(`${address}${path}`, { agent, method, headers, timeout: 15_000 });
    sent.on('timeout', () => sent.destroy(new Error('No answer.')));
    // A refused body may end the connection before all of it is sent.
    sent.on('error', () => undefined);
    sent.end(body);
    // Node's types do not say that a `response` event carries a message.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return String(answer.statusCode);
  } catch {
    // Without a pause, refused connections would keep this process busy instead of the server.
    await wait(20);
    return 'lost';
  }
}
