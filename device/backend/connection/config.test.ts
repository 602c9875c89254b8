/** The configuration of the backend: read from the app's origin, and stored for offline starts. */
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { stubLocalStorage } from '#test/doubles/fake-page.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createConfig } from './config.ts';
import { json } from '#test/backend/fake-server.ts';

const ORIGIN = 'https://list.example';

/** A configuration whose requests get these answers in order; 'none' is a request without an answer. */
function setUp(answers: readonly (Response | 'none')[], stored: Record<string, string> = {}) {
  stubLocalStorage(stored);
  const left = [...answers];
  const ask = async (): Promise<Response> => {
    const answer = left.shift() ?? 'none';
    if (answer === 'none') throw new TypeError('Failed to fetch');
    return answer;
  };
  return { read: createConfig({ fetch: ask, appUrl: ORIGIN, clock: createFakeClock() }), left };
}

const KEPT = { 'checklist.config': JSON.stringify({ url: 'https://kept.example', anonKey: 'kept' }) };

/** A configuration without optional fields. */
const PLAIN = { captcha: null, passkeys: false };

describe('the configuration', () => {
  test("[wire] is requested once, and an empty URL means the app's own origin", async () => {
    const { read, left } = setUp([json({ url: '', anonKey: 'k' }), json({ url: 'https://b.example', anonKey: 'x' })]);
    expect([await read(), await read()]).toEqual(Array(2).fill(ok({ ...PLAIN, url: ORIGIN, anonKey: 'k' })));
    expect(left.length).toBe(1);
  });

  test('[wire] may name another server, with or without a trailing slash', async () => {
    const { read } = setUp([json({ url: 'https://b.example/', anonKey: 'k', more: 1 })]);
    expect(await read()).toEqual(ok({ ...PLAIN, url: 'https://b.example', anonKey: 'k' }));
  });

  test('[A1] is available offline after an earlier start', async () => {
    const first = setUp([json({ url: '', anonKey: 'k' })]);
    await first.read();
    const kept = localStorage.getItem('checklist.config') ?? '';
    expect(await setUp([], { 'checklist.config': kept }).read()).toEqual(ok({ ...PLAIN, url: ORIGIN, anonKey: 'k' }));
  });

  test('[A4] that is missing is reported as such and requested again', async () => {
    const { read } = setUp([new Response('', { status: 404 }), json({ url: '', anonKey: 'k' })], KEPT);
    expect(await read()).toEqual(fail({ type: 'no-server' }));
    expect(await read()).toMatchObject({ ok: true });
  });

  test('[A4] that gets no answer is reported as unreachable and requested again', async () => {
    const { read } = setUp(['none', json({ url: '', anonKey: 'k' })]);
    expect(await read()).toEqual(fail({ type: 'unreachable' }));
    expect(await read()).toMatchObject({ ok: true });
  });

  test.each([
    '<html></html>',
    'null',
    '[]',
    '{"url":"","anonKey":""}',
    '{"url":1,"anonKey":"k"}',
    '{"url":"ftp://b.example","anonKey":"k"}',
    '{"url":"javascript:alert(1)","anonKey":"k"}',
    '{"url":"https://","anonKey":"k"}',
  ])(
    '[wire] cannot be %j: without an earlier answer there is no server, otherwise the earlier answer stays',
    async (text) => {
      expect(await setUp([new Response(text)]).read()).toEqual(fail({ type: 'no-server' }));
      expect(await setUp([new Response(text)], KEPT).read()).toEqual(
        ok({ ...PLAIN, url: 'https://kept.example', anonKey: 'kept' }),
      );
    },
  );

  test('[Y6] a server error leaves the earlier answer unchanged', async () => {
    expect(await setUp([json({}, 500)], KEPT).read()).toMatchObject({ ok: true });
    expect(await setUp([json({}, 500)]).read()).toEqual(fail({ type: 'unreachable' }));
  });

  test('[Y4] that a busy server does not answer says how long the server asks to wait', async () => {
    const busy = (): Response => json({}, 503, { 'retry-after': '30' });
    expect(await setUp([busy()]).read()).toEqual(fail({ type: 'unreachable', retryAfterMs: 30_000 }));
    expect(await setUp([busy()], KEPT).read()).toMatchObject({ ok: true });
  });

  test.each<[string, object, object]>([
    [
      'a check and passkeys',
      { captcha: { provider: 'turnstile', siteKey: 's', secret: 'x' }, passkeys: true },
      { captcha: { provider: 'turnstile', siteKey: 's' }, passkeys: true },
    ],
    ['an unknown captcha', { captcha: { provider: 'other', siteKey: 's' } }, PLAIN],
    ['neither', { captcha: null, passkeys: 'yes' }, PLAIN],
  ])('[wire] may name %s', async (_, more, read) => {
    const { captcha, passkeys } = { ...PLAIN, ...read };
    expect(await setUp([json({ url: '', anonKey: 'k', ...more })]).read()).toEqual(
      ok({ url: ORIGIN, anonKey: 'k', captcha, passkeys }),
    );
  });
});
