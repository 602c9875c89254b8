/** Second steps, linked sign-ins and passkeys of an account. */
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import type { AccountApi } from '#client/ports/account-api.ts';
import { EXCHANGE } from '#test/backend/auth-callbacks.ts';
import { ANN, authError, BOB, guardedSession, json, session, type Answer } from '#test/backend/fake-server.ts';
import { openFakeAccountApi as setUp } from '#test/backend/fake-account-api.ts';

const SVG = '<svg fill="#000"><path d="M0 0h1"/></svg>';

const PHONE = { name: 'Phone', number: '+4366', channel: 'sms' } as const;

describe('a second step', () => {
  test('[A3] [spec-7] by an app is added with its QR code as an image', async () => {
    const totp = { qr_code: SVG, secret: 'BASE32', uri: 'otpauth://totp/x' };
    const { api, askedOf } = await setUp(({ call }) =>
      call === 'POST /auth/v1/factors' ? json({ id: 'f', type: 'totp', totp }) : undefined,
    );
    expect(await api.addApp('My phone')).toEqual(
      ok({
        factorId: 'f',
        qrCode: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(SVG)}`,
        secret: 'BASE32',
        uri: 'otpauth://totp/x',
      }),
    );
    expect(askedOf('POST /auth/v1/factors')[0]?.body).toEqual({
      friendly_name: 'My phone',
      factor_type: 'totp',
      issuer: 'Checklist',
    });
  });

  test('[A3] [spec-7] by a phone is added with a name, its code is sent, and the code answers that challenge', async () => {
    const { api, askedOf, calls } = await setUp(({ call }) => {
      if (call === 'POST /auth/v1/factors') return json({ id: 'f', type: 'phone', phone: '+4366' });
      if (call.endsWith('/challenge')) return json({ id: 'c1', type: 'phone', expires_at: 9 });
      return call.endsWith('/verify') ? json(guardedSession(ANN, 'aal2')) : undefined;
    });
    expect(await api.addPhone(PHONE)).toEqual(ok('f'));
    expect(askedOf('POST /auth/v1/factors')[0]?.body).toEqual({
      factor_type: 'phone',
      friendly_name: 'Phone',
      phone: '+4366',
    });
    expect(await api.enterCode('f', '123456')).toEqual(ok(null));
    expect(askedOf('POST /auth/v1/factors/f/verify')[0]?.body).toEqual({ challenge_id: 'c1', code: '123456' });
    expect(calls().filter((call) => call.endsWith('/challenge'))).toHaveLength(1);
  });

  test('[spec-4] that is confirmed stores the session of the higher level and notifies the listeners', async () => {
    const { api, keptSession } = await setUp(({ call }) => {
      if (call.endsWith('/challenge')) return json({ id: 'c', type: 'totp', expires_at: 9 });
      return call.endsWith('/verify') ? json(guardedSession(ANN, 'aal2')) : undefined;
    });
    let changes = 0;
    api.onChange(() => (changes += 1));
    expect(await api.enterCode('f-app', '123456')).toEqual(ok(null));
    expect(keptSession()?.refresh_token).toBe('refresh-ann-2');
    expect(changes).toBeGreaterThan(0);
  });

  test('[Y8] that is confirmed while another user signs in through another tab restores no session', async () => {
    const gate = Promise.withResolvers<Answer>();
    const { api, keepSession, keptSession } = await setUp(({ call }) => {
      if (call.endsWith('/challenge')) return json({ id: 'c', type: 'totp', expires_at: 9 });
      return call.endsWith('/verify') ? gate.promise : undefined;
    });
    const entering = api.enterCode('f-app', '123456');
    await new Promise(setImmediate);
    keepSession(BOB);
    gate.resolve(json(guardedSession(ANN, 'aal2')));
    await entering;
    expect(keptSession()?.user.id).toBe(BOB.id);
  });

  test('[A3] is removed; a session without the second step has to enter a code first', async () => {
    const answers = [authError(422, 'insufficient_aal'), json({ id: 'f' })];
    const { api } = await setUp(({ call }) => (call === 'DELETE /auth/v1/factors/f' ? answers.shift() : undefined));
    expect(await api.removeFactor('f')).toEqual(fail({ type: 'code-needed-first' }));
    expect(await api.removeFactor('f')).toEqual(ok(null));
  });

  test('[A3] the token is renewed right after the removal, because it contains the level of the session', async () => {
    const { api, keptSession, calls } = await setUp(({ call }) => {
      if (call === 'DELETE /auth/v1/factors/f') return json({ id: 'f' });
      return call === 'POST /auth/v1/token' ? json(session(ANN, 2)) : undefined;
    });
    await api.removeFactor('f');
    expect([keptSession()?.access_token, calls().at(-1)]).toEqual(['access-ann-2', 'POST /auth/v1/token']);
  });
});

test.each<[string, string, (api: AccountApi) => Promise<unknown>]>([
  ['an app', 'POST /auth/v1/factors', (api) => api.addApp('My phone')],
  ['a phone', 'POST /auth/v1/factors', (api) => api.addPhone(PHONE)],
  ['a linked sign-in', 'GET /auth/v1/user/identities/authorize', (api) => api.link('google')],
])('[A3] %s requires a recent sign-in, and no code is emailed', async (_, refused, add) => {
  const { api, calls } = await setUp(({ call }) =>
    call === refused ? authError(400, 'reauthentication_needed') : undefined,
  );
  expect(await add(api)).toEqual(fail({ type: 'sign-in-needed' }));
  expect(calls()).not.toContain('GET /auth/v1/reauthenticate');
});

describe('a linked sign-in', () => {
  const AUTHORIZE = 'GET /auth/v1/user/identities/authorize';

  /** A user has opened a provider; this is the callback. */
  async function goToProvider(identities: readonly object[] = [{ identity_id: 'new', provider: 'google' }]) {
    const server = await setUp(({ call }) => {
      if (call === AUTHORIZE) return json({ url: 'https://provider.example/login' });
      if (call === EXCHANGE) return json(session(ANN));
      return call === 'GET /auth/v1/user' ? json({ id: ANN.id, identities }) : undefined;
    });
    const way = await server.api.link('google');
    const [asked] = server.askedOf(AUTHORIZE);
    const flowId = new URL(asked?.query.get('redirect_to') ?? '').searchParams.get('sb_flow_id');
    return { ...server, way, asked, back: { code: 'c', flowId, error: null, message: null } };
  }

  test('[A3] [spec-7] is requested for the signed-in user, and the browser opens the provider', async () => {
    const { way, asked } = await goToProvider();
    expect(way).toEqual(ok('https://provider.example/login'));
    expect(asked?.headers.get('authorization')).toBe('Bearer access-ann-1');
    expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({
      provider: 'google',
      scopes: 'email',
      skip_http_redirect: 'true',
    });
  });

  test("[spec-7] requests only the address, by the provider's name for it", async () => {
    const { api, askedOf } = await setUp(({ call }) =>
      call === AUTHORIZE ? json({ url: 'https://provider.example/login' }) : undefined,
    );
    await api.link('github');
    expect(askedOf(AUTHORIZE)[0]?.query.get('scopes')).toBe('user:email');
  });

  test('[A3] is linked after the callback: the user stays signed in, and no second session starts', async () => {
    const { accounts, back, keptSession, askedOf } = await goToProvider();
    expect(await accounts.completeAuthCallback(back)).toEqual(ok({ type: 'linked' }));
    expect(keptSession()).toMatchObject({
      refresh_token: 'refresh-ann-1',
      user: { identities: [{ identity_id: 'new', provider: 'google' }] },
    });
    expect(askedOf('POST /auth/v1/token')).toEqual([]);
  });

  test('[A3] is completed by exchanging the code if the backend has not linked it yet, and the session of the exchange ends', async () => {
    const { accounts, back, answer, askedOf, keptSession } = await goToProvider();
    let isLinked = false;
    answer(({ call }) => {
      if (call === EXCHANGE) {
        isLinked = true;
        return json({ ...session(ANN), access_token: 'access-of-exchange' });
      }
      if (call !== 'GET /auth/v1/user') return undefined;
      return json({ id: ANN.id, identities: isLinked ? [{ identity_id: 'new', provider: 'google' }] : [] });
    });
    expect(await accounts.completeAuthCallback(back)).toEqual(ok({ type: 'linked' }));
    expect(askedOf(EXCHANGE)).toMatchObject([{ body: { auth_code: 'c' } }]);
    expect(askedOf('POST /auth/v1/logout').map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer access-of-exchange',
    ]);
    expect(keptSession()?.refresh_token).toBe('refresh-ann-1');
  });

  test('[A3] that the backend refuses to link when the code is exchanged is reported with its message', async () => {
    const { accounts, back, answer, keptSession } = await goToProvider();
    answer(({ call }) => {
      if (call === EXCHANGE) return authError(422, 'identity_already_exists', 'Already linked');
      return call === 'GET /auth/v1/user' ? json({ id: ANN.id, identities: [] }) : undefined;
    });
    expect(await accounts.completeAuthCallback(back)).toEqual(fail({ type: 'refused', message: 'Already linked' }));
    expect(keptSession()?.refresh_token).toBe('refresh-ann-1');
  });

  test('[A3] of another user than the signed-in one changes nothing here and is reported', async () => {
    const { accounts, back, keepSession, keptSession, askedOf } = await goToProvider();
    keepSession(BOB);
    expect(await accounts.completeAuthCallback(back)).toEqual(fail({ type: 'other-person' }));
    expect([keptSession()?.user.id, askedOf('POST /auth/v1/token')]).toEqual([BOB.id, []]);
  });

  test('[A3] after signing out is reported', async () => {
    const { accounts, back, values } = await goToProvider();
    values.delete('checklist.session');
    expect(await accounts.completeAuthCallback(back)).toEqual(fail({ type: 'not-signed-in' }));
  });

  test('[A3] is reported as linked only if the account lists it', async () => {
    const { accounts, back } = await goToProvider([{ identity_id: 'old', provider: 'github' }]);
    expect(await accounts.completeAuthCallback(back)).toEqual(fail({ type: 'provider-refused', message: '' }));
  });

  test('[A3] [spec-8] a code without a flow id is ignored, and the flow in progress continues', async () => {
    const { accounts, back } = await goToProvider();
    expect(await accounts.completeAuthCallback({ ...back, flowId: null })).toEqual(fail({ type: 'other-device' }));
    expect(await accounts.completeAuthCallback(back)).toEqual(ok({ type: 'linked' }));
  });

  test('[Y6] without an answer can be retried', async () => {
    const { accounts, back, answer } = await goToProvider();
    answer(() => 'no network');
    expect(await accounts.completeAuthCallback(back)).toEqual(fail({ type: 'unreachable' }));
    answer(({ call }) =>
      call.endsWith('/user') ? json({ id: ANN.id, identities: [{ identity_id: 'n', provider: 'google' }] }) : undefined,
    );
    expect(await accounts.completeAuthCallback(back)).toEqual(ok({ type: 'linked' }));
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', '', 'ftp://x'])(
    '[A3] opens no address such as %j',
    async (url) => {
      const { api, values } = await setUp(({ call }) => (call === AUTHORIZE ? json({ url }) : undefined));
      expect(await api.link('google')).toEqual(fail({ type: 'not-offered' }));
      expect(values.has('checklist.flows')).toBe(false);
    },
  );

  test('[A3] can be unlinked, but not the last one', async () => {
    const { api, askedOf } = await setUp(({ call }) => {
      if (call === 'DELETE /auth/v1/user/identities/i1') return json({});
      return call.startsWith('DELETE') ? authError(422, 'single_identity_not_deletable', 'Last one') : undefined;
    });
    expect(await api.unlink('i1')).toEqual(ok(null));
    expect(await api.unlink('i2')).toEqual(fail({ type: 'refused', message: 'Last one' }));
    expect(askedOf('DELETE /auth/v1/user/identities/i1')).toHaveLength(1);
  });

  test('[A3] is reported as not offered if the operator has none', async () => {
    const { api } = await setUp(({ call }) =>
      call === AUTHORIZE ? authError(404, 'manual_linking_disabled') : undefined,
    );
    expect(await api.link('google')).toEqual(fail({ type: 'not-offered' }));
  });
});

describe('a passkey', () => {
  test('[A3] is listed and removed', async () => {
    const { api, calls } = await setUp(({ call }) => {
      if (call === 'GET /auth/v1/passkeys') return json([{ id: 'p', friendly_name: 'Key', created_at: '2026-11-21' }]);
      return call === 'DELETE /auth/v1/passkeys/p' ? json(null, 204) : undefined;
    });
    expect(await api.passkeys()).toEqual(ok([{ id: 'p', name: 'Key', createdAt: '2026-11-21' }]));
    expect(await api.removePasskey('p')).toEqual(ok(null));
    expect(calls().at(-1)).toBe('DELETE /auth/v1/passkeys/p');
  });

  test('[A3] is reported as unsupported if the backend or the browser lacks support', async () => {
    const { api, accounts } = await setUp(({ call }) => (call.includes('/passkeys') ? json({}, 404) : undefined));
    expect(await api.passkeys()).toEqual(fail({ type: 'not-offered' }));
    expect(await api.addPasskey()).toMatchObject({ ok: false });
    expect(await accounts.signInWithPasskey()).toMatchObject({ ok: false });
  });
});
