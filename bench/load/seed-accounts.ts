/** Writes many accounts with sessions directly into the database, and signs tokens for them. */
import type { Sql } from 'postgres';
import { createTokens } from '#server/tokens/create-tokens.ts';
import { keepIssuer, readSecrets } from '#server/tokens/secrets.ts';
import type { BenchUser } from './sign-up.ts';

/** The id of the account and of its session, so that SQL can compute both from the number. */
const seededId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Creates the accounts with the numbers `from` (included) to `to` (excluded). */
export async function seedAccounts(sql: Sql, from: number, to: number): Promise<void> {
  await sql`with made as (
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id, n
        from generate_series(${from}::int, ${to - 1}::int) n
    ), users as (
      insert into auth.users (id, email, email_confirmed_at) select id, 'seeded-' || n || '@example.org', now() from made
    )
    insert into auth.sessions (id, user_id) select id, id from made`;
}

/** Returns a function that gives the user of a seeded account, with a token signed by the server's key. */
export async function createUserFactory(sql: Sql): Promise<(number: number) => Promise<BenchUser>> {
  const secrets = await readSecrets(sql, { signingKey: null, jwtSecret: null });
  const tokens = await createTokens({ secrets, issuer: await keepIssuer(sql, ''), now: Date.now });
  return async (number) => {
    const id = seededId(number);
    const claims = { sub: id, aud: 'authenticated', role: 'authenticated', email: `seeded-${number}@example.org` };
    const facts = { phone: '', app_metadata: {}, user_metadata: {}, aal: 'aal1', amr: [], is_anonymous: false };
    const token = await tokens.sign({ ...claims, ...facts, session_id: id }, 3600);
    const headers = { apikey: tokens.anonKey, authorization: `Bearer ${token}` };
    return { id, headers, token, key: tokens.anonKey };
  };
}
