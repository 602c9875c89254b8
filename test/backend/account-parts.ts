/** Auth and REST of the bundled server on one database, without a port, and accounts that call the database functions. */
import { randomUUID } from 'node:crypto';
import { PostgrestClient } from '@supabase/postgrest-js';
import { decodeJwt, type JWTPayload } from 'jose';
import { createTestAuth, PASSWORD } from '#server/auth/testing/test-auth.ts';
import { createRest } from '#server/rest/rest.ts';

const restSettings = { schemas: ['public'], anonRole: 'anon', maxRows: 1000, connections: 10, maxBodyBytes: 5_000_000 };

/** Its database is closed after the tests of the calling file. */
export async function openAccountParts() {
  const auth = await createTestAuth();
  const { database } = auth;
  const rest = createRest({ database, tokens: auth.tokens, settings: restSettings });
  const { sql } = database;
  const fetchRest = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
    rest.fetch(new Request(input, init));
  /** The official client, as the owner of a token. */
  const call = (token: string): PostgrestClient =>
    new PostgrestClient('http://rest', {
      headers: { apikey: auth.tokens.anonKey, authorization: `Bearer ${token}` },
      fetch: fetchRest,
    });
  const signIn = async (email: string, userAgent = ''): Promise<string> => {
    const headers = { 'user-agent': userAgent };
    const { json } = await auth.request('POST /token?grant_type=password', {
      body: { email, password: PASSWORD },
      headers,
    });
    return json.access_token;
  };
  return {
    ...auth,
    sql,
    fetchRest,
    call,
    signIn,
    /** Signs a token with other claims, such as an earlier time, and sets the level of its session accordingly. */
    resign: async (token: string, claims: JWTPayload): Promise<string> => {
      if (typeof claims['aal'] === 'string') {
        await sql`update auth.sessions set aal = ${claims['aal']} where id = ${sessionOf(token)}`;
      }
      const { iss: _, exp: __, iat: ___, ...own } = decodeJwt(token);
      return auth.tokens.sign({ ...own, ...claims }, 3600);
    },
    /**
     * Waits until the earlier changes are published. Postgres notifies the server of writes without a caller, such as sign-ups,
     * some time after their commits, in the same order.
     * @param userId receives a category
     */
    untilPublished: async (userId: string): Promise<void> => {
      const name = randomUUID();
      const heard = Promise.withResolvers<undefined>();
      const stop = database.onChanges((changes) => {
        if (changes.some(({ record }) => record?.['name'] === name)) heard.resolve(undefined);
      });
      await sql`insert into public.categories (user_id, name) values (${userId}, ${name})`;
      await heard.promise;
      stop();
    },
    /** Gives an account a second step as if it had been set up. */
    addFactor: async (userId: string): Promise<void> => {
      await sql`insert into auth.mfa_factors (user_id, factor_type, status, friendly_name, secret)
        values (${userId}, 'totp', 'verified', 'my phone', 'TOPSECRETSECRET')`;
    },
  };
}

/** Returns the session id of a token. */
export const sessionOf = (token: string): string => String(decodeJwt(token)['session_id']);
