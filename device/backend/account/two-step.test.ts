/** The second steps of an account. */
import { describe, expect, test, vi } from 'vitest';
import { fail, ok } from '#core/result.ts';
import type { AccountApi } from '#client/ports/account-api.ts';
import { ANN, authError, BOB, guardedSession, json, session, type Answer } from '#test/backend/fake-server.ts';
import { openFakeAccountApi as setUp } from '#test/backend/fake-account-api.ts';
import { onlyList } from '#test/doubles/only-list.ts';
import { quiet } from '#test/doubles/quiet.ts';

const SVG = '<svg fill="#000"><path d="M0 0h1"/></svg>';

const PHONE = { name: 'Phone', number: '+4366', channel: 'sms' } as const;

const RENEWAL = 'POST /auth/v1/token';

/** The browser's locks: one holder at a time, whatever the name. */
function createLocks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_name: string, _options: object, work: () => Promise<unknown>) => {
      last = last.then(work, work);
      return last;
    },
  };
}

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

  test('[A3] [Y8] that is confirmed replaces the refresh token before another tab renews the session', async () => {
    const gate = Promise.withResolvers<Answer>();
    const { api, calls, openListBackend, keepSession, keptSession } = await setUp(({ call }) => {
      if (call.endsWith('/challenge')) return json({ id: 'c', type: 'totp', expires_at: 9 });
      if (call === RENEWAL) return authError(400, 'refresh_token_already_used');
      return call.endsWith('/verify') ? gate.promise : undefined;
    });
    vi.stubGlobal('navigator', { onLine: true, locks: createLocks() });
    const entering = api.enterCode('f-app', '123456');
    await vi.waitFor(() => expect(calls().at(-1)).toMatch(/verify$/u));
    keepSession(ANN, -10);
    const pulled = openListBackend(ANN, onlyList(ANN.id)).backend.pull('items', 7);
    await quiet();
    expect(calls()).not.toContain(RENEWAL);
    gate.resolve(json(guardedSession(ANN, 'aal2')));
    expect([await entering, await pulled]).toMatchObject([ok(null), { ok: true }]);
    expect(keptSession()?.refresh_token).toBe('refresh-ann-2');
    expect(calls()).not.toContain(RENEWAL);
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
