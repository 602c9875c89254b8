/** Long after a sign-in, a new password needs the current one or an emailed code. */
import { expect, test, vi } from 'vitest';
import { requestApp, createTestAuth, limitTo, PASSWORD, SITE } from '#server/auth/testing/test-auth.ts';

// Access tokens that outlive the day: what is tested is the age of the session.
const auth = await createTestAuth({ recentSignIn: 600, accessTokenLifetime: 7 * 24 * 3600 });
const { database, request } = auth;

const NEW = 'a new password';
const needed = { status: 400, json: { code: 'reauthentication_needed' } };
const wrong = { status: 422, json: { code: 'reauthentication_not_valid', message: 'Nonce has expired or is invalid' } };

const change = (token: string, body: object, app = auth.app) => requestApp(app, 'PUT /user', { token, body });
const signIn = (email: string, password: string) =>
  request('POST /token?grant_type=password', { body: { email, password } });

/** A session that is older than the operator's limit. */
async function joinLongAgo() {
  const user = await auth.join();
  auth.wait(601);
  return user;
}

async function mailCode({ email, access }: { email: string; access: string }): Promise<string> {
  const before = auth.mails.length;
  const response = await request('GET /reauthenticate', { token: access });
  expect(response).toMatchObject({ status: 200 });
  const mail = await vi.waitUntil(() =>
    auth.mails.slice(before).find(({ to, code }) => to === email && code !== undefined),
  );
  expect(mail.text).toContain(mail.code);
  expect(mail.code).toMatch(/^\d{6}$/);
  return mail.code ?? '';
}

/** A code of the same form that is another one. */
const miss = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('[A3] soon after a sign-in, the password can be changed without another proof, and the owner is notified', async () => {
  const user = await auth.join();
  auth.wait(590);
  expect(await change(user.access, { password: NEW })).toMatchObject({ status: 200 });
  const mail = await vi.waitUntil(() => auth.mails.find(({ to }) => to === user.email));
  expect(mail).toMatchObject({ subject: 'Your password was changed', link: `${SITE}/` });
});

test('[A3] later it requires the current password or an emailed code; other changes require neither', async () => {
  const user = await joinLongAgo();
  expect(await change(user.access, { password: NEW })).toMatchObject(needed);
  expect(await change(user.access, { data: { name: 'Ann' } })).toMatchObject({ status: 200 });
  // Before the proof, the response does not reveal whether a guess is the current password.
  expect(await change(user.access, { password: PASSWORD })).toMatchObject(needed);
  const bad = await change(user.access, { password: NEW, current_password: 'wrong' });
  expect(bad).toMatchObject({ status: 400, json: { code: 'invalid_credentials' } });
  expect(await change(user.access, { password: NEW, current_password: PASSWORD })).toMatchObject({ status: 200 });
  expect(await signIn(user.email, NEW)).toMatchObject({ status: 200 });
});

test('[A3] the operator can turn off the requirement of a recent sign-in', async () => {
  const user = await joinLongAgo();
  expect(await change(user.access, { password: NEW }, auth.beside({ recentSignIn: 0 }))).toMatchObject({ status: 200 });
});

test('[A3] an emailed code works once, and a wrong one does not', async () => {
  const user = await joinLongAgo();
  const code = await mailCode(user);
  expect(await change(user.access, { password: NEW, nonce: miss(code) })).toMatchObject(wrong);
  expect(await change(user.access, { password: NEW, nonce: ` ${code} ` })).toMatchObject({ status: 200 });
  expect(await change(user.access, { password: 'and another', nonce: code })).toMatchObject(wrong);
  expect(await signIn(user.email, NEW)).toMatchObject({ status: 200 });
});

test('[A3] a code stays valid if its change is refused', async () => {
  const user = await joinLongAgo();
  const code = await mailCode(user);
  const weak = await change(user.access, { password: 'x', nonce: code });
  expect(weak).toMatchObject({ status: 422, json: { code: 'weak_password' } });
  const same = await change(user.access, { password: PASSWORD, nonce: code });
  expect(same).toMatchObject({ status: 422, json: { code: 'same_password' } });
  expect(await change(user.access, { password: NEW, nonce: code })).toMatchObject({ status: 200 });
});

test('[A3] of two simultaneous changes with one code, one is applied', async () => {
  const user = await joinLongAgo();
  const nonce = await mailCode(user);
  const answers = await Promise.all(
    ['first new one', 'other new one'].map((password) => change(user.access, { password, nonce })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
});

test('[A3] a code expires after ten minutes or with the next one, and works for one user only', async () => {
  const [user, other] = [await joinLongAgo(), await joinLongAgo()];
  const [first, theirs] = [await mailCode(user), await mailCode(other)];
  const second = await mailCode(user);
  // One in a million is the same again.
  for (const nonce of [first, theirs].filter((code) => code !== second)) {
    expect(await change(user.access, { password: NEW, nonce })).toMatchObject(wrong);
  }
  auth.wait(601);
  expect(await change(user.access, { password: NEW, nonce: second })).toMatchObject(wrong);
});

test('[A3] a code becomes invalid after five wrong attempts, even simultaneous ones, and more attempts are rate limited', async () => {
  const user = await joinLongAgo();
  const code = await mailCode(user);
  await Promise.all([1, 2, 3, 4, 5].map(() => change(user.access, { password: NEW, nonce: miss(code) })));
  expect(await change(user.access, { password: NEW, nonce: code })).toMatchObject(wrong);
  const strict = auth.beside({ ...limitTo({ codeByAccount: 2 }), recentSignIn: 600 });
  const guess = () => change(user.access, { password: NEW, nonce: '000000' }, strict);
  expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([422, 422, 429]);
});

test('[A3] attempts with a wrong current password are limited, and do not lock out the owner', async () => {
  const strict = auth.beside(limitTo({ passwordByAccount: 2 }));
  const { email, access } = await auth.join();
  const guess = () => change(access, { password: NEW, current_password: 'wrong' }, strict);
  expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([400, 400, 429]);
  const body = { email, password: PASSWORD };
  const headers = { 'x-test-address': '198.51.100.7' };
  expect(await requestApp(strict, 'POST /token?grant_type=password', { body, headers })).toMatchObject({ status: 200 });
});

test('[A2] a session from a recovery link needs no other proof while such a link would work', async () => {
  const hasty = auth.beside({ recentSignIn: 1, accessTokenLifetime: 7200 });
  const { email } = await auth.join();
  await request('POST /recover', { body: { email } });
  const mail = await vi.waitUntil(() => auth.mails.find(({ to }) => to === email));
  const followed = await auth.app.request(`/verify${new URL(mail.link).search}`);
  const fragment = new URLSearchParams(new URL(followed.headers.get('location') ?? '').hash.slice(1));
  auth.wait(1800);
  const access = fragment.get('access_token') ?? '';
  auth.wait(1801);
  expect(await change(access, { password: NEW }, hasty)).toMatchObject(needed);
  auth.wait(-1801);
  expect(await change(access, { password: NEW }, hasty)).toMatchObject({ status: 200 });
});

test('[A3] a session that another change just ended cannot change anything', async () => {
  const user = await auth.join();
  const there = (await signIn(user.email, PASSWORD)).json.access_token;
  const answers = await Promise.all([
    change(user.access, { password: 'first new one' }),
    change(there, { password: 'other new one' }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
});

test('[A3] a user without a password can set one and sign in with it', async () => {
  const user = await auth.join();
  await database.sql`update auth.users set encrypted_password = null,
    raw_app_meta_data = '{"provider": "github", "providers": ["github"]}' where id = ${user.id}`;
  await database.sql`update auth.identities set provider = 'github', provider_id = ${user.id} where user_id = ${user.id}`;
  const changed = await change(user.access, { password: NEW });
  expect(changed).toMatchObject({
    status: 200,
    json: { app_metadata: { provider: 'github', providers: ['github', 'email'] } },
  });
  expect(changed.json['identities']).toMatchObject([{ provider: 'github' }, { provider: 'email', id: user.id }]);
  expect(await signIn(user.email, NEW)).toMatchObject({ status: 200 });
});

test('[A3] requesting a code requires a session and a confirmed address, and is rate limited', async () => {
  expect(await request('GET /reauthenticate')).toMatchObject({ status: 401 });
  const user = await auth.join();
  const strict = auth.beside({ mailInterval: 60 });
  expect(await requestApp(strict, 'GET /reauthenticate', { token: user.access })).toMatchObject({
    status: 200,
    json: {},
  });
  expect(await requestApp(strict, 'GET /reauthenticate', { token: user.access })).toMatchObject({
    status: 429,
    json: { code: 'over_email_send_rate_limit' },
  });
  await database.sql`update auth.users set email_confirmed_at = null where id = ${user.id}`;
  expect(await request('GET /reauthenticate', { token: user.access })).toMatchObject({
    status: 400,
    json: { code: 'email_not_confirmed' },
  });
});

test('[A3] only a hash of a code is stored', async () => {
  const user = await joinLongAgo();
  const code = await mailCode(user);
  const [row] = await database.sql<{ all: string }[]>`
    select r::text as all from auth.reauthentications r where user_id = ${user.id}`;
  expect(row?.all).toContain('$argon2id$');
  expect(row?.all.replace(user.id, '').replaceAll(/\$[^,]*/g, '')).not.toContain(code);
  const readable = await database.sql<{ role: string }[]>`
    select role from unnest(array['anon', 'authenticated', 'service_role']) role
    where has_table_privilege(role, 'auth.reauthentications', 'select')`;
  expect(readable).toEqual([]);
});
