/** A slow registration fails if the session ended or a second factor became required meanwhile. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { Answer } from '#server/auth/testing/test-auth.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { untilWaiting } from '#server/testing/test-database.ts';
import { createPasskeySandbox } from './testing/passkey-sandbox.ts';
import { createAuthenticator } from './testing/software-authenticator.ts';

const bench = await createPasskeySandbox();
const { request, join } = bench;
const { sql } = bench.database;
afterAll(() => bench.database.close());

const VERIFY = '/passkeys/registration/verify';

async function createBody(token: string): Promise<object> {
  const { challenge_id, options } = await bench.startRegistration(token);
  return { challenge_id, credential: createAuthenticator().create(options) };
}

test('[A3] a registration that completes after its user logged out everywhere adds no passkey', async () => {
  const { id, access: token } = await join();
  const text = JSON.stringify(await createBody(token));
  const opened = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  const body = new ReadableStream<Uint8Array>({ start: opened.resolve });
  const sending = await opened.promise;
  sending.enqueue(new TextEncoder().encode(text.slice(0, 20)));
  const headers = { authorization: `Bearer ${token}`, 'x-supabase-api-version': '2024-01-01' };
  const pending = { method: 'POST', headers, body, duplex: 'half' };
  const answer = bench.app.fetch(new Request(`http://127.0.0.1${VERIFY}`, pending));
  await setTimeout(100);
  expect((await request('POST /logout?scope=global', { token })).status).toBe(204);
  sending.enqueue(new TextEncoder().encode(text.slice(20)));
  sending.close();
  expect(await (await answer).json()).toMatchObject({ code: 'session_not_found' });
  expect(await sql`select from auth.webauthn_credentials where user_id = ${id}`).toHaveLength(0);
});

/** Registers while the account is busy with something else, which ends after the request was let in. */
async function registerBeside(
  { id, access: token }: { readonly id: string; readonly access: string },
  work: (tx: TransactionSql) => Promise<unknown>,
): Promise<Answer> {
  const body = await createBody(token);
  const { answer } = await sql.begin(async (tx) => {
    await tx`select from auth.users where id = ${id} for update`;
    const pending = request(`POST ${VERIFY}`, { token, body });
    await untilWaiting(sql);
    await work(tx);
    return { answer: pending };
  });
  return answer;
}

test('[A3] nor does one whose session ends after authentication', async () => {
  const ann = await join();
  const answer = await registerBeside(ann, (tx) => tx`delete from auth.sessions where user_id = ${ann.id}`);
  expect(answer).toMatchObject({ status: 403, json: { code: 'session_not_found' } });
  expect(await sql`select from auth.webauthn_credentials where user_id = ${ann.id}`).toHaveLength(0);
});

test('[A3] nor does one during which a second step was set up', async () => {
  const ann = await join();
  const answer = await registerBeside(
    ann,
    (tx) => tx`insert into auth.mfa_factors (user_id, factor_type, status) values (${ann.id}, 'totp', 'verified')`,
  );
  expect(answer).toMatchObject({ status: 403, json: { code: 'insufficient_aal' } });
  expect(await sql`select from auth.webauthn_credentials where user_id = ${ann.id}`).toHaveLength(0);
});

test('[A3] a session that loses its second step after authentication cannot replace the password', async () => {
  const { id, refresh } = await join();
  await bench.addFactor(id);
  await sql`update auth.sessions set aal = 'aal2' where user_id = ${id}`;
  const { json } = await request('POST /token?grant_type=refresh_token', { body: { refresh_token: refresh } });
  const token = json.access_token;
  const { answer } = await sql.begin(async (tx) => {
    await tx`select from auth.users where id = ${id} for update`;
    const pending = request('PUT /user', { token, body: { password: 'a new password' } });
    await untilWaiting(sql);
    await tx`update auth.sessions set aal = 'aal1' where user_id = ${id}`;
    return { answer: pending };
  });
  expect(await answer).toMatchObject({ status: 401, json: { code: 'insufficient_aal' } });
});
