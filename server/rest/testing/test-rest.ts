/** For tests: the REST API on a real Postgres with the test's tables, and callers of several kinds. */
import type { Hono } from 'hono';
import type { Database } from '#server/database/database.ts';
import type { RestSettings } from '#server/rest/run-statement.ts';
import { createRest } from '#server/rest/rest.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createTestTokens, type TestTokens } from '#server/testing/test-tokens.ts';
import type { Tokens } from '#server/tokens/create-tokens.ts';

type Asked = {
  readonly as?: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

type Told = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Null where the body is empty. */
  readonly json: unknown;
};

export type RestBench = {
  readonly app: Hono;
  readonly database: Database;
  readonly tokens: TestTokens;
  /** Access tokens of two users. */
  readonly ann: string;
  readonly bob: string;
  /** Asks as the anonymous key, unless told otherwise. */
  readonly ask: (address: string, asked?: Asked) => Promise<Told>;
};

export const ANN = '00000000-0000-4000-8000-00000000000a';
export const BOB = '00000000-0000-4000-8000-00000000000b';

const SETTINGS: RestSettings = {
  schemas: ['public', 'other'],
  anonRole: 'anon',
  maxRows: 1000,
  connections: 10,
  maxBodyBytes: 100_000,
};

/**
 * A fresh database with the test's own tables, to be closed with it.
 * @param schema the SQL that makes the tables
 * @param settings what differs from the usual ones
 */
export async function createRestBench(schema: string, settings: Partial<RestSettings> = {}): Promise<RestBench> {
  const [database, tokens] = await Promise.all([createTestDatabase(), createTestTokens()]);
  await database.sql.unsafe(schema);
  const app = createRest({ database, tokens, settings: { ...SETTINGS, ...settings } });
  const ask = async (address: string, { as = tokens.anonKey, method, body, headers }: Asked = {}): Promise<Told> => {
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const caller = { apikey: tokens.anonKey, authorization: `Bearer ${as}` };
    const init = {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...caller, ...type, ...headers },
      ...sent,
    };
    const response = await app.request(address, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  };
  return { app, database, tokens, ann: await signIn(tokens, ANN), bob: await signIn(tokens, BOB), ask };
}

/** An access token as the auth part signs it. */
export const signIn = (tokens: Tokens, sub: string, lifetime = 3600): Promise<string> =>
  tokens.sign({ sub, role: 'authenticated', aud: 'authenticated' }, lifetime);

function parse(text: string): unknown {
  try {
    return text === '' ? null : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}
