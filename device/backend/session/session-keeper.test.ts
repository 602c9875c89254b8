/** Tokens: renewed in time, never lost for want of a network, never another user's. */
import { describe, expect, test, vi } from 'vitest';
import { quiet } from '#test/doubles/quiet.ts';
import { ANN, authError, json, session } from '#test/backend/fake-server.ts';
import type { Answer } from '#test/backend/fake-server.ts';
import { openTokenAccount as setUp, PULL, REFRESH } from '#test/backend/token-account.ts';

describe('a token', () => {
  test('[A1] that is good for long is used without asking', async () => {
    const { pull, renewals, bearers } = setUp(91);
    expect(await pull()).toMatchObject({ ok: true });
    expect([renewals(), bearers()]).toEqual([0, ['Bearer access-ann-1']]);
  });

  test('[A1] within 90 s of its end is renewed first, once for all who ask', async () => {
    const { pull, renewals, bearers, asked, keptSession } = setUp(89);
    await Promise.all([pull(), pull(), pull()]);
    expect([renewals(), bearers()]).toEqual([1, Array(3).fill('Bearer access-ann-2')]);
    const renewal = asked.find(({ call }) => call === REFRESH);
    expect(renewal?.body).toEqual({ refresh_token: 'refresh-ann-1' });
    expect([renewal?.query.get('grant_type'), renewal?.headers.get('apikey')]).toEqual(['refresh_token', 'anon-key']);
    expect(keptSession()?.refresh_token).toBe('refresh-ann-2');
  });

  test('[A1] ends by the clock of this device, whatever the server thinks the time is', async () => {
    const { pull, keptSession, clock } = setUp(10);
    await pull();
    expect(keptSession()?.expires_at).toBe(Math.floor(clock.now() / 1000) + 3600);
  });

  test('[A1] that never lives longer than a minute is not renewed for each request', async () => {
    const short = { ...session(ANN, 2), expires_in: 60 };
    const { pull, renewals, clock } = setUp(10, () => json(short));
    await pull();
    await pull();
    expect(renewals()).toBe(1);
    clock.advance(31_000);
    await pull();
    expect(renewals()).toBe(2);
  });

  test('[A1] near its end is used as it is when the renewal does not get through', async () => {
    const { pull, bearers, keptSession } = setUp(30, () => 'no network');
    expect(await pull()).toMatchObject({ ok: true });
    expect([bearers(), keptSession()?.refresh_token]).toEqual([['Bearer access-ann-1'], 'refresh-ann-1']);
  });

  test('[A1] is renewed by the timer while the page can be seen, and at once when it is seen again', async () => {
    const { clock, renewals, page, close } = setUp(120);
    await quiet();
    clock.advance(30_000);
    await quiet();
    expect(renewals()).toBe(0);
    page.show('hidden');
    clock.advance(30_000);
    await quiet();
    expect(renewals()).toBe(0);
    page.show('visible');
    await quiet();
    expect(renewals()).toBe(1);
    close();
    clock.advance(10_000);
    page.show('visible');
    expect(clock.waiting()).toBe(0);
  });
});

describe('an expired token without a server', () => {
  test.each<[string, () => Answer]>([
    ['no network', () => 'no network'],
    ['a broken server', () => json({ message: 'oops' }, 500)],
    ['a server that is down', () => new Response('Bad Gateway', { status: 502 })],
    ['a crowd', () => authError(429, 'over_request_rate_limit')],
    ['renewals at the same time', () => authError(409, 'conflict')],
    ['a log-in page of a hotel', () => new Response('<html></html>', { status: 200 })],
    ['a refusing page of a hotel', () => new Response('<html></html>', { status: 403 })],
    ['JSON that says nothing', () => json({})],
    ['JSON that is nothing', () => json(null)],
    ["a gateway that does not know the app's key", () => json({ message: 'Invalid API key' }, 401)],
  ])('[A1] signs nobody out: %s', async (_, answer) => {
    const { pull, ended, keptSession, renewals, bearers } = setUp(-10, answer);
    expect(await pull()).toEqual({ ok: false, failure: { type: 'transient' } });
    expect([ended, keptSession()?.refresh_token, renewals(), bearers()]).toEqual([[], 'refresh-ann-1', 1, []]);
  });

  test('[A1] is told at once, and the first renewal after the network returned works: no 60 s of remembered failure', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let isThere = false;
    const { pull, bearers } = setUp(-10, () => (isThere ? json(session(ANN, 2)) : 'no network'));
    expect(await pull()).toMatchObject({ ok: false });
    isThere = true;
    expect(await pull()).toMatchObject({ ok: true });
    expect(bearers()).toEqual(['Bearer access-ann-2']);
    vi.useRealTimers();
  });

  test('[Y6] that accepts and never answers is given up after ten seconds', async () => {
    const { pull, clock, ended, reports } = setUp(-10, () => 'silence');
    const pulled = pull();
    await quiet();
    clock.advance(10_000);
    expect(await pulled).toEqual({ ok: false, failure: { type: 'transient' } });
    expect([ended, reports.at(-1)]).toEqual([[], false]);
  });
});

describe('a session that is over', () => {
  test.each<[string, () => Answer]>([
    ['unknown', () => authError(400, 'refresh_token_not_found')],
    ['used before', () => authError(400, 'refresh_token_already_used')],
    ['of an ended session', () => authError(400, 'session_not_found')],
    ['of a user who is gone', () => authError(403, 'user_not_found')],
    ['refused by an older backend', () => json({ error: 'invalid_grant', error_description: 'Invalid' }, 400)],
  ])('[A1] is so only by a refused refresh token: %s', async (_, answer) => {
    const { pull, ended, keptSession } = setUp(-10, answer);
    expect(await pull()).toEqual({ ok: false, failure: { type: 'signed-out' } });
    expect([new Set(ended), keptSession()]).toEqual([new Set([ANN.id]), null]);
  });

  test('[A3] [A1] is told by the tables, too: however new its token is, it is renewed, which ends it', async () => {
    const over = { code: 'PT401', message: 'This session has ended.', details: null, hint: 'session_not_found' };
    const { pull, push, ended, renewals, keptSession, answer } = setUp(3600);
    answer(({ call }) => {
      if (call === REFRESH) return authError(400, 'session_not_found');
      return call.startsWith('POST /rest/') || call === PULL ? json(over, 401) : undefined;
    });
    expect(await push()).toEqual({ ok: false, failure: { type: 'signed-out' } });
    expect([await pull(), renewals()]).toEqual([{ ok: false, failure: { type: 'signed-out' } }, 1]);
    expect([new Set(ended), keptSession()]).toEqual([new Set([ANN.id]), null]);
  });

  test('[A1] by the tables’ word against that of the renewal refuses no data: they wait', async () => {
    const over = { code: 'PT401', message: 'This session has ended.', details: null, hint: 'session_not_found' };
    const { push, answer } = setUp(3600);
    answer(({ call }) => {
      if (call === REFRESH) return json(session(ANN, 2));
      return call.startsWith('POST /rest/') ? json(over, 401) : undefined;
    });
    expect(await push()).toEqual({ ok: false, failure: { type: 'transient' } });
  });

  test('[A1] is not told while a session is merely missing and nobody answers', async () => {
    const { values, pull, ended, answer } = setUp(3600);
    values.delete('checklist.session');
    answer(() => 'no network');
    expect(await pull()).toEqual({ ok: false, failure: { type: 'transient' } });
    expect(ended).toEqual([]);
  });

  test('[A1] is told when a session is missing and the server is there', async () => {
    const { values, pull, ended } = setUp(3600);
    await quiet();
    values.delete('checklist.session');
    expect(await pull()).toEqual({ ok: false, failure: { type: 'signed-out' } });
    expect(ended).toEqual([ANN.id]);
  });
});
