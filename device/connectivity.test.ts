/** The connection, as requests show it. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubPage, type FakePage } from '#test/doubles/fake-page.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { createConnection } from './connectivity.ts';

let page: FakePage;

beforeEach(() => {
  page = stubPage();
});

/** A connection whose checks the test answers, `after` the delay at the start; `hint` is the browser's state. */
function setUp(hint = true, after = 300) {
  vi.stubGlobal('navigator', { onLine: hint });
  const questions: ((isThere: boolean) => void)[] = [];
  const addresses: string[] = [];
  const ask = (input: Request | string): Promise<Response> =>
    new Promise((resolve, reject) => {
      addresses.push(input instanceof Request ? input.url : input);
      questions.push((isThere) => (isThere ? resolve(new Response('ok')) : reject(new TypeError('no network'))));
    });
  vi.stubGlobal('fetch', ask);
  const clock = createFakeClock();
  const connection = createConnection(clock);
  clock.advance(after);
  const changes: boolean[] = [];
  connection.onChange(() => changes.push(connection.isOnline()));
  return {
    ...connection,
    changes,
    addresses,
    asked: () => questions.length,
    advance: clock.advance,
    answer: async (at: number, isThere: boolean): Promise<void> => {
      questions[at]?.(isThere);
      await quiet();
    },
  };
}

describe('the connection', () => {
  test('[Y6] is decided by the first request, whatever the browser says', async () => {
    const { isOnline, answer, changes } = setUp(true);
    expect(isOnline()).toBe(true);
    await answer(0, false);
    expect([isOnline(), changes]).toEqual([false, [false]]);
  });

  test.each([
    [200, true],
    [404, true],
    [429, true],
    [500, false],
    [503, false],
  ])('[Y6] after a check that is answered with %i is online: %j', async (status, isUp) => {
    const { isOnline } = setUp();
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status })));
    document.dispatchEvent(new Event('visibilitychange'));
    await quiet();
    expect(isOnline()).toBe(isUp);
  });

  test('[Y6] follows the browser’s hint while the list loads; then the server is checked', () => {
    const { isOnline, asked, advance } = setUp(true, 299);
    expect([isOnline(), asked()]).toEqual([true, 0]);
    advance(1);
    expect(asked()).toBe(1);
  });

  test('[Y6] is there if the server answers although the browser reports no network, as on the server’s own computer', async () => {
    const { isOnline, answer, asked } = setUp(false);
    expect([isOnline(), asked()]).toEqual([false, 1]);
    await answer(0, true);
    expect(isOnline()).toBe(true);
  });

  test('[Y6] that is lost is checked after 1, 2, 5 and then every 10 seconds, until there is an answer', async () => {
    const { isOnline, answer, advance, asked } = setUp();
    for (const [at, seconds] of [1, 2, 5, 10, 10].entries()) {
      await answer(at, false);
      advance(seconds * 1000 - 1);
      expect(asked()).toBe(at + 1);
      advance(1);
    }
    await answer(5, true);
    expect(isOnline()).toBe(true);
    advance(60_000);
    expect(asked()).toBe(6);
  });

  test('[Y6] that returns is checked again a second later if the first check was too early', async () => {
    const { isOnline, answer, advance, asked } = setUp();
    for (const [at, seconds] of [1, 2, 5].entries()) {
      await answer(at, false);
      advance(seconds * 1000);
    }
    await answer(3, false);
    page.tell('window', 'online');
    await answer(4, false);
    advance(1000);
    await answer(5, true);
    expect([isOnline(), asked()]).toEqual([true, 6]);
  });

  test('[Y6] is not checked again during a check', async () => {
    const { isOnline, answer, advance, asked } = setUp();
    await answer(0, false);
    page.show('visible');
    advance(1000);
    expect(asked()).toBe(2);
    await answer(1, true);
    expect(isOnline()).toBe(true);
  });

  test('[Y6] is checked when the network returns and when the page becomes visible', async () => {
    const { answer, asked } = setUp();
    await answer(0, true);
    page.tell('window', 'online');
    page.show('visible');
    page.show('hidden');
    expect(asked()).toBe(3);
  });

  test('[Y6] is offline at once when the browser says so, even during a check', async () => {
    const { answer, isOnline, changes } = setUp();
    page.tell('window', 'offline');
    expect(isOnline()).toBe(false);
    await answer(0, true);
    expect([isOnline(), changes]).toEqual([false, [false]]);
  });

  test('[Y6] follows the latest check only', async () => {
    const { answer, isOnline, changes } = setUp();
    page.tell('window', 'online');
    await answer(1, true);
    await answer(0, false);
    expect([isOnline(), changes]).toEqual([true, []]);
  });

  test('[Y6] is checked at once, one check at a time, when another request got no answer', async () => {
    const { isOnline, report, answer, asked } = setUp();
    await answer(0, true);
    report(true);
    expect(asked()).toBe(1);
    report(false);
    report(false);
    expect([asked(), isOnline()]).toEqual([2, true]);
    await answer(1, false);
    expect(isOnline()).toBe(false);
  });

  test('[Y6] that was lost is checked at once when another request was answered', async () => {
    const { isOnline, report, answer, asked } = setUp();
    await answer(0, false);
    report(false);
    expect(asked()).toBe(1);
    report(true);
    await answer(1, true);
    expect([isOnline(), asked()]).toEqual([true, 2]);
  });

  test('[Y6] to a backend elsewhere is checked there, because the server of the app knows nothing about it', async () => {
    const { isOnline, report, answer, advance, addresses } = setUp();
    await answer(0, true);
    report(false, new Request('https://backend.example/rest/v1/user_profiles'));
    await answer(1, false);
    expect(isOnline()).toBe(false);
    advance(1000);
    await answer(2, true);
    expect(isOnline()).toBe(true);
    report(false);
    expect(addresses).toEqual([
      './health',
      ...Array.from({ length: 3 }, () => 'https://backend.example/rest/v1/user_profiles'),
    ]);
  });

  test('[Y6] is checked at once for an answered request, even while the browser reports no network', async () => {
    const { report, answer, asked, isOnline } = setUp(false);
    await answer(0, false);
    report(true);
    await answer(1, true);
    expect([asked(), isOnline()]).toEqual([2, true]);
  });

  test('[Y6] can be checked again after the browser reported no network', async () => {
    const { report, answer, asked, isOnline } = setUp();
    page.tell('window', 'offline');
    await answer(0, true);
    report(true);
    await answer(1, true);
    expect([asked(), isOnline()]).toEqual([2, true]);
  });
});
