/** Whether the server is there, as requests tell it. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubPage } from '#test/doubles/fake-page.ts';
import type { FakePage } from '#test/doubles/fake-page.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { createConnection } from './connectivity.ts';

let page: FakePage;

beforeEach(() => {
  page = stubPage();
});

/** A connection whose questions are answered by hand; `hint` is what the browser says. */
function setUp(hint = true) {
  vi.stubGlobal('navigator', { onLine: hint });
  const questions: ((isThere: boolean) => void)[] = [];
  const ask = (): Promise<Response> =>
    new Promise((resolve, reject) => {
      questions.push((isThere) => (isThere ? resolve(new Response('ok')) : reject(new TypeError('no network'))));
    });
  vi.stubGlobal('fetch', ask);
  const clock = createFakeClock();
  const connection = createConnection(clock);
  const changes: boolean[] = [];
  connection.onChange(() => changes.push(connection.isOnline()));
  return {
    ...connection,
    changes,
    asked: () => questions.length,
    advance: clock.advance,
    answer: async (at: number, isThere: boolean): Promise<void> => {
      questions[at]?.(isThere);
      await quiet();
    },
  };
}

describe('the connection', () => {
  test('[Y6] is what the first request says, whatever the browser thinks', async () => {
    const { isOnline, answer, changes } = setUp(true);
    expect(isOnline()).toBe(true);
    await answer(0, false);
    expect([isOnline(), changes]).toEqual([false, [false]]);
  });

  test('[Y6] asks nobody while the browser is sure that there is no network', async () => {
    const { isOnline, asked } = setUp(false);
    await quiet();
    expect([isOnline(), asked()]).toEqual([false, 0]);
  });

  test('[Y6] that is gone asks again every ten seconds, until there is an answer', async () => {
    const { isOnline, answer, advance, asked } = setUp();
    await answer(0, false);
    advance(9999);
    expect(asked()).toBe(1);
    advance(1);
    await answer(1, false);
    advance(10_000);
    await answer(2, true);
    expect(isOnline()).toBe(true);
    advance(60_000);
    expect(asked()).toBe(3);
  });

  test('[Y6] asks when the network returns and when the page is shown', async () => {
    const { answer, asked } = setUp();
    await answer(0, true);
    page.tell('window', 'online');
    page.show('visible');
    page.show('hidden');
    expect(asked()).toBe(3);
  });

  test('[Y6] is gone at once when the browser says so, even while a question is under way', async () => {
    const { answer, isOnline, changes } = setUp();
    page.tell('window', 'offline');
    expect(isOnline()).toBe(false);
    await answer(0, true);
    expect([isOnline(), changes]).toEqual([false, [false]]);
  });

  test('[Y6] believes the answer to its latest question only', async () => {
    const { answer, isOnline, changes } = setUp();
    page.tell('window', 'online');
    await answer(1, true);
    await answer(0, false);
    expect([isOnline(), changes]).toEqual([true, []]);
  });
});
