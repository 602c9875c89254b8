/** The account screen's calls in front of the hosted service, which answers as recorded. */
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import type { AccountApi } from '#client/ports/account-api.ts';
import { ANN, json, MILK, say, session, type Answer, type Asked } from './fake-server.ts';
import { openFakeAccountApi } from './fake-account-api.ts';
import { createPlainServer } from './fake-plain-tables.ts';
import { noFunction as describeMissing, type GOTRUE } from './hosted-answers.ts';

const RPC = 'POST /rest/v1/rpc/';
const SETTINGS = 'GET /auth/v1/settings';
const USER = 'PUT /auth/v1/user';
const FACTORS = 'POST /auth/v1/factors';
const CHANGE = { current: 'abc123', next: 'abc124', proof: '' };

/** PostgREST's recorded answer for a function that the project does not have. */
function noFunction(name: string): Answer {
  const { status, body } = describeMissing(name);
  return json(body, status);
}

/** Ann's user with these identities, as the service sends it. */
const userWith = (...providers: readonly string[]) => ({
  ...session(ANN).user,
  identities: providers.map((provider) => ({
    identity_id: `i-${provider}`,
    id: 'x',
    provider,
    identity_data: { email: 'ann@example.org' },
  })),
});

/** Ann's account API on a hosted project; `answers` are by call. */
const openHosted = (answers: Readonly<Record<string, (asked: Asked) => Answer>>, user = userWith('email')) =>
  openFakeAccountApi((asked) => {
    const answer = answers[asked.call];
    if (answer !== undefined) return answer(asked);
    if (asked.call === 'GET /auth/v1/user') return json(user);
    if (asked.call === SETTINGS) return json({ external: { email: true } });
    return asked.call === FACTORS ? say('phones off') : undefined;
  });

const factsOf = async (api: AccountApi) => {
  const read = await api.read();
  if (!read.ok) throw new Error(read.failure.type);
  return read.value;
};

describe('whether there is a password', () => {
  test('[A9] the database tells, because an account of a provider gets no identity for its password', async () => {
    const { api, askedOf } = await openHosted({ [`${RPC}has_password`]: () => json(true) }, userWith('google'));
    expect((await factsOf(api)).hasPassword).toBe(true);
    expect(askedOf(`${RPC}has_password`)[0]?.headers.get('authorization')).toBe('Bearer access-ann-1');
  });

  test.each([
    ['google', false],
    ['email', true],
  ])('[A9] without the database function, the identity %s says %s', async (provider, hasPassword) => {
    const { api } = await openHosted({ [`${RPC}has_password`]: () => noFunction('has_password') }, userWith(provider));
    expect((await factsOf(api)).hasPassword).toBe(hasPassword);
  });

  test.each<[keyof typeof GOTRUE, object]>([
    ['a wrong current password', { type: 'invalid-credentials' }],
    ['no current password', { type: 'current-password-needed' }],
    [
      'the same password',
      { type: 'weak-password', message: 'New password should be different from the old password.' },
    ],
  ])('[A9] %s is a failure of its field', async (reason, failure) => {
    const { api } = await openHosted({ [USER]: () => say(reason) });
    expect(await api.changePassword(CHANGE)).toEqual(fail(failure));
  });
});

describe('what a project has turned off', () => {
  test('[A9] phones are known before anyone tries, with a question that adds nothing, asked once', async () => {
    const { api, askedOf } = await openHosted({});
    expect((await factsOf(api)).secondSteps).toEqual({ app: true, phone: false });
    await api.read();
    expect(askedOf(FACTORS).map(({ body }) => body)).toEqual([{ factor_type: 'phone', phone: '' }]);
  });

  test('[A9] phones are offered where the service only misses the number', async () => {
    const { api } = await openHosted({ [FACTORS]: () => say('no phone number') });
    expect((await factsOf(api)).secondSteps).toEqual({ app: true, phone: true });
  });

  test('[A9] a server that tells its second steps is not asked', async () => {
    const told = { external: {}, mfa_totp_enroll_enabled: true, mfa_phone_enroll_enabled: true };
    const { api, askedOf } = await openHosted({ [SETTINGS]: () => json(told) });
    expect((await factsOf(api)).secondSteps).toEqual({ app: true, phone: true });
    expect(askedOf(FACTORS)).toEqual([]);
  });

  test('[A9] authenticator apps, phones and passkeys that are off count as not offered', async () => {
    const offApps = await openHosted({ [FACTORS]: () => say('apps off') });
    expect(await offApps.api.addApp('App')).toEqual(fail({ type: 'not-offered' }));
    const offPhones = await openHosted({});
    const phone = { name: 'Phone', number: '+4366', channel: 'sms' } as const;
    expect(await offPhones.api.addPhone(phone)).toEqual(fail({ type: 'not-offered' }));
    const offPasskeys = await openHosted({ 'GET /auth/v1/passkeys': () => say('passkeys off') });
    expect(await offPasskeys.api.passkeys()).toEqual(fail({ type: 'not-offered' }));
  });

  test('[A9] unlinking the password is offered only where the server says that it removes the password', async () => {
    const hosted = await openHosted({}, userWith('email', 'google'));
    expect((await factsOf(hosted.api)).removesPassword).toBe(false);
    const told = { external: {}, unlinking_removes_password: true };
    const bundled = await openHosted({ [SETTINGS]: () => json(told) }, userWith('email', 'google'));
    expect((await factsOf(bundled.api)).removesPassword).toBe(true);
  });

  test('[A9] a project without security events has no recent activity', async () => {
    const { api } = await openHosted({ [`${RPC}list_activity`]: () => json(null) });
    expect(await api.activity()).toEqual(fail({ type: 'not-offered' }));
  });
});

describe('a failure of the server', () => {
  test.each<[keyof typeof GOTRUE, string]>([
    ['no mail server, at a reset', 'Error sending recovery email'],
    ['a failing trigger', 'Database error saving new user'],
  ])('[A9] %s counts as a failure of the server and keeps its message', async (reason, message) => {
    const { api } = await openHosted({ [USER]: () => say(reason) });
    expect(await api.changeEmail('new@example.org')).toEqual(fail({ type: 'server-failed', message }));
  });

  test.each<[string, () => Answer, object]>([
    [
      'Postgres',
      () =>
        json(
          { code: '57014', message: 'canceling statement due to statement timeout', details: null, hint: null },
          500,
        ),
      { type: 'server-failed', message: 'canceling statement due to statement timeout' },
    ],
    ['a gateway', () => new Response('<html>', { status: 502 }), { type: 'unreachable' }],
    ['a gateway that speaks JSON', () => json({ message: 'no healthy upstream' }, 503), { type: 'unreachable' }],
  ])('[A9] [Y6] a database function that fails at %s', async (_, answer, failure) => {
    const { api } = await openHosted({ [`${RPC}list_sessions`]: answer });
    expect(await api.sessions()).toEqual(fail(failure));
  });
});

test('[A9] a suspended account loses its session: the tables refuse it, and its token is not renewed', async () => {
  const refused = { code: 'PT401', message: 'This account is suspended.', details: null, hint: 'session_not_found' };
  const { api, keptSession } = await openHosted({
    [`${RPC}list_sessions`]: () => json(refused, 401),
    'POST /auth/v1/token': () => say('a suspended refresh'),
  });
  expect([await api.sessions(), keptSession()]).toEqual([fail({ type: 'signed-out' }), null]);
});

describe('a project with only the specification’s tables', () => {
  const tables = createPlainServer();
  const openPlain = () =>
    openFakeAccountApi((asked) => {
      if (asked.call.startsWith(RPC)) return noFunction(asked.call.slice(RPC.length));
      if (asked.call === 'GET /auth/v1/user') return json(userWith('email'));
      return tables.answer(asked);
    });
  const { id, name, category, checked } = MILK;
  tables.table('grocery_items').set(id, { id, user_id: ANN.id, name, category, checked });
  tables.table('categories').set('c1', { id: 'c1', user_id: ANN.id, name: 'Dairy', color: '#fff' });

  test('[A9] cannot list devices or delete the account, and both count as not offered', async () => {
    const { api } = await openPlain();
    expect(await api.sessions()).toEqual(fail({ type: 'not-offered' }));
    expect(await api.deleteAccount('ann@example.org', false)).toEqual(fail({ type: 'not-offered' }));
  });

  test('[A9] the download is put together from the service, the tables and this device', async () => {
    const { api } = await openPlain();
    const downloaded = await api.downloadData(() => JSON.stringify({ items: [{ name: 'Milk', amount: '2' }] }));
    expect(downloaded).toMatchObject({ ok: true });
    expect(JSON.parse(downloaded.ok ? downloaded.value : '')).toEqual({
      format: 'checklist-account',
      version: 2,
      exported_at: expect.stringMatching(/Z$/u),
      account: { id: ANN.id, email: 'ann@example.org' },
      identities: userWith('email').identities,
      second_steps: [],
      profile: null,
      items: [{ id, name, category, checked }],
      categories: [{ id: 'c1', name: 'Dairy', color: '#fff' }],
      saved_lists: [],
      on_this_device: { items: [{ name: 'Milk', amount: '2' }] },
    });
  });

  test('[A9] a download that fails halfway saves nothing', async () => {
    const { api, answer } = await openPlain();
    answer((asked) => {
      if (asked.call.startsWith(RPC)) return noFunction(asked.call.slice(RPC.length));
      if (asked.call === 'GET /auth/v1/user') return json(userWith('email'));
      return asked.call.endsWith('/categories') ? 'no network' : tables.answer(asked);
    });
    expect(await api.downloadData(() => '{}')).toEqual(fail({ type: 'unreachable' }));
  });
});

test('[A9] on a full project, the download is the database’s document, without the list of this device', async () => {
  const { api } = await openHosted({ [`${RPC}export_account`]: () => json({ format: 'checklist-account' }) });
  const listed = (): string => {
    throw new Error('not needed');
  };
  expect(await api.downloadData(listed)).toEqual(ok(JSON.stringify({ format: 'checklist-account' }, null, 2)));
});
