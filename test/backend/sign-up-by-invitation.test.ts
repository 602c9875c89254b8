/** Sign-up by invitation: who can create an account, and that no route gets around it (product P4). */
import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { limitTo, newEmail, PASSWORD, requestApp } from '#server/auth/testing/test-auth.ts';
import { openListParts, type Account } from './list-parts.ts';

const parts = await openListParts();
const { beside, rpc, sql } = parts;
const atOnce = beside({ signUp: 'invited' });
const byMail = beside({ signUp: 'invited', autoconfirm: false });
let ann: Account;
let list: string;
let secret: string;

beforeAll(async () => {
  ann = await parts.join();
});

beforeEach(async () => {
  list = await parts.createList(ann);
  ({ secret } = await parts.invite(ann, list));
});

const signUp = (app: Hono, invitation: unknown, email = newEmail()) =>
  requestApp(app, 'POST /signup', {
    body: { email, password: PASSWORD, data: { username: 'Bob', list_invitation: invitation } },
  });
const refusal = {
  status: 422,
  json: { code: 'invite_not_found', message: 'Signups need an invitation on this server' },
};
const countUsers = async () => (await sql`select 1 from auth.users`).length;
const mailTo = (email: string) => vi.waitUntil(() => parts.mails.find(({ to }) => to === email));

test('[P4] with an invitation, a visitor signs up and joins, and the sign-up does not use it up', async () => {
  const { json } = await signUp(atOnce, secret);
  expect(await rpc(ann, 'list_invitations', { list_id: list })).toMatchObject({ data: [{ uses_left: 20 }] });
  const bob = { id: json.user?.id ?? '', access: json.access_token, refresh: '', email: '' };
  expect(await rpc(bob, 'accept_invitation', { secret })).toMatchObject({ data: list });
});

test('[P4] with an invitation, the address can be confirmed by email, even after the invitation was revoked', async () => {
  const email = newEmail();
  expect(await signUp(byMail, secret, email)).toMatchObject({ status: 200 });
  await sql`update public.list_invitations set revoked = true where list_id = ${list}`;
  expect(await requestApp(byMail, 'POST /resend', { body: { type: 'signup', email } })).toMatchObject({ status: 200 });
  const { link } = await mailTo(email);
  const followed = await byMail.request(`/verify${new URL(link).search}`);
  expect(followed.headers.get('location')).toContain('access_token');
});

test('[P4] a missing, guessed, revoked, used up or expired invitation gets one answer, and creates nothing', async () => {
  const before = await countUsers();
  const [revoked, expired, used] = [
    await parts.invite(ann, list),
    await parts.invite(ann, list),
    await parts.invite(ann, list),
  ];
  await rpc(ann, 'revoke_invitation', { invitation_id: revoked.id });
  await sql`update public.list_invitations set expires_at = now() where id = ${expired.id}`;
  await sql`update public.list_invitations set uses_left = 0 where id = ${used.id}`;
  const guesses = [undefined, null, '', '-', 'A'.repeat(32), `${secret} `, secret.slice(1), "' or true --"];
  const wrong = [...guesses, [secret], { secret }, 7, true, revoked.secret, expired.secret, used.secret];
  for (const app of [atOnce, byMail]) {
    // The same for a known address: it does not tell who has an account, and sends nothing.
    for (const email of [newEmail(), ann.email]) {
      const answers = [];
      for (const one of wrong) answers.push(await signUp(app, one, email));
      for (const { status, json } of answers) {
        expect({ status, json }).toMatchObject(refusal);
        expect(Object.keys(json)).toEqual(Object.keys(answers[0]?.json ?? {}));
      }
    }
  }
  expect(await countUsers()).toBe(before);
  expect(parts.mails.filter(({ to }) => to === ann.email)).toEqual([]);
});

test('[P4] an invitation of a disabled owner is not valid', async () => {
  await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${ann.id}`;
  expect(await signUp(atOnce, secret)).toMatchObject(refusal);
  await sql`update auth.users set banned_until = null where id = ${ann.id}`;
});

test('[P4] a weak password or a bad address is only criticized with an invitation', async () => {
  for (const body of [{ email: 'x', password: PASSWORD }, { email: newEmail(), password: '1' }, {}, { phone: '+1555' }])
    expect(await requestApp(atOnce, 'POST /signup', { body })).toMatchObject(refusal);
  const data = { list_invitation: secret };
  const weak = await requestApp(atOnce, 'POST /signup', { body: { email: newEmail(), password: '1', data } });
  expect(weak.json).toMatchObject({ code: 'weak_password' });
});

test('[P4] wrong secrets count toward the limit of the network address', async () => {
  const strict = beside({ signUp: 'invited', ...limitTo({ signUpByAddress: 2 }) });
  expect(await signUp(strict, 'wrong')).toMatchObject(refusal);
  expect(await signUp(strict, undefined)).toMatchObject(refusal);
  expect(await signUp(strict, secret)).toMatchObject({ status: 429, json: { code: 'over_request_rate_limit' } });
});

test('[P4] the secret is stored nowhere: not in metadata, in a token, in a pending link, or in the answer', async () => {
  const open = beside({ signUp: 'open' });
  for (const app of [atOnce, byMail, open]) {
    const { status, json } = await signUp(app, secret);
    expect(status).toBe(200);
    expect(JSON.stringify(json)).not.toContain(secret);
    const [, claims = ''] = json.access_token.split('.');
    expect(Buffer.from(claims, 'base64url').toString()).not.toContain('list_invitation');
  }
  const email = newEmail();
  await signUp(byMail, secret, email);
  await mailTo(email);
  const stored = await sql`
    select to_jsonb(t)::text as row from auth.users t union all select to_jsonb(t)::text from auth.one_time_tokens t`;
  expect(stored.length).toBeGreaterThan(4);
  expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${secret}|list_invitation`));
  expect(JSON.stringify(stored)).toContain('Bob');
});

test('[P4] an invitation that is revoked while the sign-up runs creates no account', async () => {
  const email = newEmail();
  const isWaiting = async () =>
    (await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%auth.rate_limits%'`)
      .length > 0;
  const { answer } = await sql.begin(async (tx) => {
    // The sign-up has checked the invitation when it counts the email.
    await tx`lock table auth.rate_limits`;
    const signingUp = signUp(byMail, secret, email);
    await vi.waitUntil(isWaiting, { timeout: 10_000 });
    await tx`update public.list_invitations set revoked = true where list_id = ${list}`;
    return { answer: signingUp };
  });
  const { status, json } = await answer;
  expect({ status, json }).toMatchObject(refusal);
  expect(await sql`select 1 from auth.users where email = ${email}`).toEqual([]);
});

test('[P4] no other route creates an account without the service key, for visitors and for users', async () => {
  const before = await countUsers();
  const { access } = await parts.join();
  const routes = [...new Set(atOnce.routes.map(({ method, path }) => `${method} ${path}`))];
  expect(routes).toEqual(expect.arrayContaining(['POST /otp', 'POST /magiclink', 'POST /admin/users']));
  for (const route of routes.filter((line) => !line.startsWith('ALL'))) {
    const [method = '', path = ''] = route.split(' ');
    const target = `${method} ${path.replaceAll(/:\w+/g, randomUUID())}`;
    for (const token of [undefined, parts.tokens.anonKey, access]) {
      const body = method === 'GET' || method === 'HEAD' ? {} : { body: createBody() };
      await requestRaw(target, { ...body, ...(token !== undefined && { token }) });
    }
  }
  // Only the account that called.
  expect(await countUsers()).toBe(before + 1);
});

/** What each route could take for the address of a new account. */
const createBody = () => ({
  email: newEmail(),
  password: PASSWORD,
  create_user: true,
  email_confirm: true,
  type: 'signup',
  data: { username: 'Eve' },
  token: 'x',
});

/** Answers may be redirects and pages. */
async function requestRaw(line: string, { body, token }: { readonly body?: object; readonly token?: string }) {
  const [method = '', path = ''] = line.split(' ');
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { status } = await atOnce.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  expect([line, status]).not.toEqual([line, 500]);
}

test('[P4] the operator creates accounts without an invitation', async () => {
  const body = { email: newEmail(), password: PASSWORD, email_confirm: true };
  const token = parts.tokens.serviceRoleKey;
  expect(await requestApp(atOnce, 'POST /admin/users', { token, body })).toMatchObject({ status: 200 });
  expect(await requestApp(atOnce, 'POST /token?grant_type=password', { body })).toMatchObject({ status: 200 });
});

test('[P4] a user still recovers the password, and another one changes the address', async () => {
  const app = beside({ signUp: 'invited', confirmsBothAddresses: false });
  const [bob, eve] = [await parts.join(), await parts.join()];
  const follow = async (to: string) =>
    (await app.request(`/verify${new URL((await mailTo(to)).link).search}`)).headers.get('location');
  await requestApp(app, 'POST /recover', { body: { email: bob.email } });
  expect(await follow(bob.email)).toContain('access_token');
  const email = newEmail();
  await requestApp(app, 'PUT /user', { token: eve.access, body: { email } });
  expect(await follow(email)).toContain('access_token');
  const body = { email, password: PASSWORD };
  expect(await requestApp(app, 'POST /token?grant_type=password', { body })).toMatchObject({ status: 200 });
});

test.each([
  ['open', false, false],
  ['invited', true, true],
  ['closed', true, false],
] as const)('[P4] a server that is %s says so to clients', async (mode, isDisabled, isByInvitation) => {
  const { json } = await requestApp(beside({ signUp: mode }), 'GET /settings');
  expect(json).toMatchObject({ disable_signup: isDisabled, signup_by_invitation: isByInvitation });
});
