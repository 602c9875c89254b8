/** Tokens among several users and tabs, and tokens that the tables refuse. */
import { describe, expect, test, vi } from 'vitest';
import { ANN, authError, BOB, json, session, type Answer } from '#test/backend/fake-server.ts';
import { openTokenAccount as setUp, PULL, REFRESH } from '#test/backend/token-account.ts';
import { quiet } from '#test/doubles/quiet.ts';

describe('several users and tabs', () => {
  test("[Y9] one account's changes are never sent with another's token", async () => {
    const { pull, keepSession, bearers } = setUp(3600);
    keepSession(BOB);
    expect(await pull()).toEqual({ ok: false, failure: { type: 'signed-out' } });
    expect(bearers()).toEqual([]);
  });

  test('[Y9] a renewal in progress while another user signs in does not restore its session', async () => {
    const gate = Promise.withResolvers<Answer>();
    const { pull, keepSession, keptSession } = setUp(-10, () => gate.promise);
    const pulled = pull();
    await quiet();
    keepSession(BOB);
    gate.resolve(json(session(ANN, 2)));
    expect(await pulled).toEqual({ ok: false, failure: { type: 'signed-out' } });
    expect(keptSession()?.user.id).toBe(BOB.id);
  });

  test('[A1] a refused renewal does not end a session that another tab has renewed', async () => {
    const gate = Promise.withResolvers<Answer>();
    const { pull, values, clock, bearers, ended } = setUp(-10, () => gate.promise);
    const pulled = pull();
    await quiet();
    const renewed = { ...session(ANN, 3), expires_at: Math.floor(clock.now() / 1000) + 3600 };
    values.set('checklist.session', JSON.stringify(renewed));
    gate.resolve(authError(400, 'refresh_token_already_used'));
    expect(await pulled).toMatchObject({ ok: true });
    expect([bearers(), ended]).toEqual([['Bearer access-ann-3'], []]);
  });

  test("[Y8] tabs renew one at a time, and the second uses the first one's token", async () => {
    const { pull, values, clock, renewals, bearers } = setUp(-10);
    await quiet();
    const before = renewals();
    const renewed = { ...session(ANN, 3), expires_at: Math.floor(clock.now() / 1000) + 3600 };
    vi.stubGlobal('navigator', {
      locks: {
        request: (_name: string, _options: object, work: () => Promise<void>) => {
          values.set('checklist.session', JSON.stringify(renewed));
          return work();
        },
      },
    });
    values.set('checklist.session', JSON.stringify({ ...renewed, expires_at: 1 }));
    await pull();
    expect([renewals() - before, bearers()]).toEqual([0, ['Bearer access-ann-3']]);
  });

  test('[Y8] a suspended tab that holds the lock does not block other tabs forever', async () => {
    const { pull, keepSession, bearers } = setUp(3600);
    vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('', 'TimeoutError')) } });
    keepSession(ANN, -10);
    await pull();
    expect(bearers()).toEqual(['Bearer access-ann-2']);
  });

  test('[A1] an unreadable stored session counts as none', async () => {
    for (const broken of ['', '{', '1', '{"access_token":"a"}', '{"user":null}', '[]']) {
      const { values, pull, bearers } = setUp(3600);
      values.set('checklist.session', broken);
      expect(await pull()).toMatchObject({ ok: false });
      expect(bearers()).toEqual([]);
    }
  });
});

describe('a token that the tables refuse', () => {
  test('[Y4] is renewed once, and the request is repeated', async () => {
    const { pull, answer, renewals, clock, bearers } = setUp(3600);
    clock.advance(60_000);
    answer(({ call, headers }) => {
      if (call === REFRESH) return json(session(ANN, 2));
      const isOld = headers.get('authorization') === 'Bearer access-ann-1';
      return isOld ? json({ code: 'PGRST303', message: 'JWT expired' }, 401) : undefined;
    });
    expect(await pull()).toMatchObject({ ok: true });
    expect([renewals(), bearers()]).toEqual([1, ['Bearer access-ann-1', 'Bearer access-ann-2']]);
  });

  test("[A1] is renewed even if this device's clock was wrong when it was issued", async () => {
    const { pull, answer, clock, bearers } = setUp(3600);
    clock.set(clock.now() - 86_400_000);
    answer(({ call, headers }) => {
      if (call === REFRESH) return json(session(ANN, 2));
      const isOld = headers.get('authorization') === 'Bearer access-ann-1';
      return call === PULL && isOld ? json({ message: 'JWT expired' }, 401) : undefined;
    });
    expect(await pull()).toMatchObject({ ok: true });
    expect(bearers().at(-1)).toBe('Bearer access-ann-2');
  });

  test('[Y4] that is refused again and again is a transient failure, and is not renewed again', async () => {
    const { pull, answer, renewals, clock, ended } = setUp(3600);
    clock.advance(60_000);
    answer(({ call }) => {
      if (call === REFRESH) return json(session(ANN, 2));
      return call === PULL ? json({ message: 'no' }, 401) : undefined;
    });
    expect(await pull()).toEqual({ ok: false, failure: { type: 'transient' } });
    expect(await pull()).toEqual({ ok: false, failure: { type: 'transient' } });
    expect([renewals(), ended]).toEqual([1, []]);
  });
});
