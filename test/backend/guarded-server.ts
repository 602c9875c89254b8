/** For tests: the server as a program with known keys, and accounts of honest users and attackers. */
import { generateKeyPairSync } from 'node:crypto';
import type { JWK } from 'jose';
import * as v from 'valibot';
import { createServerPrograms, type ServerPrograms } from '#server/testing/server-programs.ts';
import { createTestUrl } from '#server/testing/test-database.ts';
import { writeSampleWebRoot } from '#server/testing/sample-web-root.ts';

export type Account = { readonly id: string; readonly token: string };

type Asked = { readonly body?: unknown; readonly prefer?: string };

export type GuardedServer = {
  readonly address: string;
  readonly socketAddress: string;
  readonly anonKey: string;
  readonly databaseUrl: string;
  readonly signUp: (email: string, data?: object) => Promise<Account>;
  /** Sends a request with a token, such as `GET /rest/v1/x`. */
  readonly ask: (token: string, line: string, asked?: Asked) => Promise<Response>;
  readonly stop: () => Promise<void>;
};

/** The key that signs the server's tokens. */
export const ISSUER = 'https://shop.example/auth/v1';
/** Signs its HS256 keys. */
export const SECRET = 'a secret of the operator, long enough';

/** Generates a private P-256 key with the id `ours`, which may be the server's or an attacker's. */
export const makeKey = (): JWK => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  kid: 'ours',
});

const configSchema = v.object({ anonKey: v.string() });
const sessionSchema = v.object({ access_token: v.string(), user: v.object({ id: v.string() }) });

/** Starts the server on a separate database, with this signing key. */
export async function startGuardedServer(key: JWK): Promise<GuardedServer> {
  const sample = await writeSampleWebRoot();
  const databaseUrl = await createTestUrl();
  const programs = createServerPrograms({
    WEB_DIR: sample.folder,
    DATA_DIR: sample.folder,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: ISSUER.replace('/auth/v1', ''),
    JWT_SIGNING_KEY: JSON.stringify(key),
    JWT_SECRET: SECRET,
    RATE_LIMITS: 'off',
  });
  const stop = async (): Promise<void> => {
    await programs.end();
    await sample.remove();
  };
  const { address, anonKey } = await startAndAsk(programs).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const ask = (token: string, line: string, { body, prefer = '' }: Asked = {}): Promise<Response> => {
    const [method = '', path = ''] = line.split(' ');
    const headers = { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer };
    return fetch(`${address}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  };
  return {
    address,
    socketAddress: `${address.replace('http', 'ws')}/realtime/v1`,
    anonKey,
    databaseUrl,
    ask,
    async signUp(email, data = {}) {
      const answer = await ask(anonKey, 'POST /auth/v1/signup', { body: { email, password: 'correct horse', data } });
      const { access_token: token, user } = v.parse(sessionSchema, await answer.json());
      return { id: user.id, token };
    },
    stop,
  };
}

async function startAndAsk(programs: ServerPrograms): Promise<Pick<GuardedServer, 'address' | 'anonKey'>> {
  const { address } = await programs.start({});
  return { address, ...v.parse(configSchema, await (await fetch(`${address}/config.json`)).json()) };
}
