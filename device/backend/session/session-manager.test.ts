/** Tokens: renewed in time, kept without a network, and never another user's. */
import { describe, expect, test, vi } from 'vitest';
import { quiet } from '#test/doubles/quiet.ts';
import { ANN, authError, json, session, type Answer } from '#test/backend/fake-server.ts';
import { openTokenAccount as setUp, PULL, REFRESH } from '#test/backend/token-account.ts';

describe('a token', () => {
  test('[A1] that is valid for long is used without renewal', async () => {
    const { pull, renewals, bearers } = setUp(91);
    expect(await pull()).toMatchObject({ ok: true });
    expect([renewals(), bearers()]).toEqual([0, ['Bearer access-ann-1']]);
  });

  test('[A1] within 90 s of its expiry is renewed first, once for all callers', async () => {
    const { pull, renewals, bearers, asked, keptSession } = setUp(89);
    await Promise.all([pull(), pull(), pull()]);
    expect([renewals(), bearers()]).toEqual([1, Array(3).fill('Bearer access-ann-2')]);
    const renewal = asked.find(({ call }) => call === REFRESH);
    expect(renewal?.body).toEqual({ refresh_token: 'refresh-ann-1' });
    expect([renewal?.query.get('grant_type'), renewal?.headers.get('apikey')]).toEqual(['refresh_token', 'anon-key']);
    expect(keptSession()?.refresh_token).toBe('refresh-ann-2');
  });

  test("[A1] expires by this device's clock, whatever the server's time is", async () => {
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

  test('[A1] close to its expiry is used unchanged if the renewal fails', async () => {
    const { pull, bearers, keptSession } = setUp(30, () => 'no network');
    expect(await pull()).toMatchObject({ ok: true });
    expect([bearers(), keptSession()?.refresh_token]).toEqual([['Bearer access-ann-1'], 'refresh-ann-1']);
  });

  test('[A1] is renewed by a timer while the page is visible, and at once when it becomes visible', async () => {
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
    ['a failure of the server', () => authError(500, 'unexpected_failure')],
    ['a server that is down', () => new Response('Bad Gateway', { status: 502 })],
    ['a crowd', () => authError(429, 'over_request_rate_limit')],
    ['renewals at the same time', () => authError(409, 'conflict')],
    ['a log-in page of a hotel', () => new Response('<html></html>', { status: 200 })],
    ['a refusing page of a hotel', () => new Response('<html></html>', { status: 403 })],
    ['JSON that says nothing', () => json({})],
    ['JSON that is nothing', () => json(null)],
    ["a gateway that does not know the app's key", () => json({ message: 'Invalid API key' }, 401)],
  ])('[A1] does not sign the user out: %s', async (_, answer) => {
    const { pull, ended, keptSession, renewals, bearers } = setUp(-10, answer);
    expect(await pull()).toEqual({ ok: false, failure: { type: 'transient' } });
    expect([ended, keptSession()?.refresh_token, renewals(), bearers()]).toEqual([[], 'refresh-ann-1', 1, []]);
  });

  test('[A1] fails at once, and the first renewal after the network returns works, without a 60 s pause', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let isThere = false;
    const { pull, bearers } = setUp(-10, () => (isThere ? json(session(ANN, 2)) : 'no network'));
    expect(await pull()).toMatchObject({ ok: false });
    isThere = true;
    expect(await pull()).toMatchObject({ ok: true });
    expect(bearers()).toEqual(['Bearer access-ann-2']);
    vi.useRealTimers();
  });

  test.each<[string, (headers: Record<string, string>) => Answer]>([
    ['a limit', (headers) => json({ code: 'over_request_rate_limit', message: 'Later.' }, 429, headers)],
    ['a failure', (headers) => json({ message: 'Starting.' }, 503, headers)],
  ])('[Y4] waits as long as the server asks with %s before another renewal', async (_, answer) => {
    const answers = [answer({ 'retry-after': '60' })];
    const { pull, renewals, clock, bearers } = setUp(-10, () => answers.shift() ?? json(session(ANN, 2)));
    expect(await pull()).toEqual({ ok: false, failure: { type: 'transient', retryAfterMs: 60_000 } });
    clock.advance(20_000);
    expect(await pull()).toEqual({ ok: false, failure: { type: 'transient', retryAfterMs: 40_000 } });
    expect(renewals()).toBe(1);
    clock.advance(40_000);
    expect(await pull()).toMatchObject({ ok: true });
    expect([renewals(), bearers()]).toEqual([2, ['Bearer access-ann-2']]);
  });

  test('[Y4] does not wait for hours if the clock is set back', async () => {
    const answers = [json({}, 503, { 'retry-after': '60' })];
    const { pull, renewals, clock } = setUp(-10, () => answers.shift() ?? json(session(ANN, 2)));
    await pull();
    clock.set(clock.now() - 3_600_000);
    await pull();
    expect(renewals()).toBeLessThanOrEqual(2);
    expect(await pull()).toMatchObject({ ok: true });
  });

  test('[Y6] times out after ten seconds if the server accepts and never answers', async () => {
    const { pull, clock, ended, reports } = setUp(-10, () => 'silence');
    const pulled = pull();
    await quiet();
    clock.advance(10_000);
    expect(await pulled).toEqual({ ok: false, failure: { type: 'transient' } });
    expect([ended, reports.at(-1)]).toEqual([[], false]);
  });
});

describe('a session that has ended', () => {
  test.each<[string, () => Answer]>([
    ['unknown', () => authError(400, 'refresh_token_not_found')],
    ['used before', () => authError(400, 'refresh_token_already_used')],
    ['of an ended session', () => authError(400, 'session_not_found')],
    ['of a user who is gone', () => authError(403, 'user_not_found')],
    ['refused by an older backend', () => json({ error: 'invalid_grant', error_description: 'Invalid' }, 400)],
  ])('[A1] has ended only if the refresh token was refused: %s', async (_, answer) => {
    const { pull, ended, keptSession } = setUp(-10, answer);
    expect(await pull()).toEqual({ ok: false, failure: { type: 'signed-out' } });
    expect([new Set(ended), keptSession()]).toEqual([new Set([ANN.id]), null]);
  });

  test('[A3] [A1] is also detected by the tables: even a new token is renewed, which ends the session', async () => {
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

  test('[A1] according to the tables but not to the renewal refuses no data: it waits', async () => {
    const over = { code: 'PT401', message: 'This session has ended.', details: null, hint: 'session_not_found' };
    const { push, answer } = setUp(3600);
    answer(({ call }) => {
      if (call === REFRESH) return json(session(ANN, 2));
      return call.startsWith('POST /rest/') ? json(over, 401) : undefined;
    });
    expect(await push()).toEqual({ ok: false, failure: { type: 'transient' } });
  });

  test('[A1] is not reported while the tokens are missing and the server does not answer', async () => {
    const { values, pull, ended, answer } = setUp(3600);
    values.delete('checklist.session');
    answer(() => 'no network');
    expect(await pull()).toEqual({ ok: false, failure: { type: 'transient' } });
    expect(ended).toEqual([]);
  });

  test('[A1] is reported when the tokens are missing and the server answers', async () => {
    const { values, pull, ended } = setUp(3600);
    await quiet();
    values.delete('checklist.session');
    expect(await pull()).toEqual({ ok: false, failure: { type: 'signed-out' } });
    expect(ended).toEqual([ANN.id]);
  });
});
