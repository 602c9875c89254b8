/** The channel that shows who has a list open: when it is joined, and what it reports. */
import { RealtimeClient } from '@supabase/realtime-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { ANN } from '#test/backend/fake-server.ts';
import { stubSockets } from '#test/backend/fake-sockets.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubPage } from '#test/doubles/fake-page.ts';
import { createPresenceFeed } from './realtime.ts';
import { followPresence } from './presence.ts';

const LIST = { userId: ANN.id, listId: 'groceries' };
const TOPIC = 'realtime:list:groceries';
const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

function setUp() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const [page, wire, clock, feed] = [stubPage(), stubSockets(), createFakeClock(), createPresenceFeed()];
  const client = new RealtimeClient('wss://list.example/realtime/v1', { params: { apikey: 'key' } });
  // A channel of a table keeps the connection open, as in the app.
  client.channel('table').subscribe();
  const token = vi.fn<() => Promise<ReturnType<typeof ok<string>> | ReturnType<typeof fail<{ type: 'transient' }>>>>();
  token.mockResolvedValue(ok('token-1'));
  stops.push(followPresence(client, { list: LIST, sessions: { token }, clock, presenceFeed: feed }));
  const reported: (readonly string[])[] = [];
  const subscribe = () => feed.presence.subscribe((userIds) => void reported.push(userIds));
  const framesOf = (event: string) => wire.frames.filter(([, , topic, name]) => topic === TOPIC && name === event);
  const answer = (event: string, status: 'ok' | 'error', response: object = {}): void => {
    const [joinRef, ref] = framesOf(event).at(-1) ?? [null, null];
    wire.say(joinRef, ref, TOPIC, 'phx_reply', { status, response });
  };
  const joined = (count: number) => vi.waitFor(() => expect(framesOf('phx_join')).toHaveLength(count));
  /** The backend sends a message of the channel. */
  const tell = (event: string, payload: object): void =>
    wire.say(framesOf('phx_join').at(-1)?.[1] ?? null, null, TOPIC, event, { ...payload });
  return { ...wire, page, clock, token, subscribe, reported, framesOf, answer, joined, tell, feed };
}

/** Joins, and is answered. */
async function join(options: { readonly isRefused?: boolean } = {}) {
  const all = setUp();
  const unsubscribe = all.subscribe();
  all.connect();
  await all.joined(1);
  if (options.isRefused === true) all.answer('phx_join', 'error', { reason: 'Unauthorized: no policy' });
  else all.answer('phx_join', 'ok', { postgres_changes: [] });
  return { ...all, unsubscribe };
}

const metas = (...refs: readonly string[]) => ({ metas: refs.map((ref) => ({ phx_ref: ref })) });

describe('the presence of a list', () => {
  test('[H8] joins a private channel with the token, tracks this user, and reports the others once each', async () => {
    const { framesOf, tell, reported } = await join();
    expect(framesOf('phx_join')[0]?.[4]).toMatchObject({
      access_token: 'token-1',
      config: { private: true, presence: { key: ANN.id, enabled: true } },
    });
    await vi.waitFor(() => expect(framesOf('presence')[0]?.[4]).toMatchObject({ event: 'track', payload: {} }));
    tell('presence_state', { [ANN.id]: metas('1', '2'), cat: metas('3'), bob: metas('4', '5') });
    tell('presence_diff', { joins: {}, leaves: { bob: metas('4') } });
    tell('presence_diff', { joins: {}, leaves: { bob: metas('5'), [ANN.id]: metas('2') } });
    expect(reported).toEqual([[], ['bob', 'cat'], ['cat']]);
  });

  test('[H8] joins only while there is a subscriber and the page is visible', async () => {
    const { page, connect, subscribe, joined, answer, framesOf, tell, reported } = setUp();
    connect();
    page.show('hidden');
    const unsubscribe = subscribe();
    await Promise.resolve();
    expect(framesOf('phx_join')).toEqual([]);
    page.show('visible');
    await joined(1);
    answer('phx_join', 'ok', { postgres_changes: [] });
    tell('presence_state', { bob: metas('1') });
    page.show('hidden');
    expect(framesOf('phx_leave')).toHaveLength(1);
    page.show('visible');
    page.show('hidden');
    page.show('visible');
    answer('phx_leave', 'ok');
    await joined(2);
    answer('phx_join', 'ok', { postgres_changes: [] });
    tell('presence_state', { bob: metas('1') });
    unsubscribe();
    expect(framesOf('phx_leave')).toHaveLength(2);
    expect(reported).toEqual([[], ['bob'], [], ['bob']]);
  });

  test('[H8] a backend that refuses is not asked again until the page becomes visible again', async () => {
    const { clock, page, joined, framesOf, reported } = await join({ isRefused: true });
    await vi.advanceTimersByTimeAsync(20_000);
    clock.advance(20_000);
    expect(framesOf('phx_join')).toHaveLength(1);
    expect(reported).toEqual([[]]);
    page.show('hidden');
    page.show('visible');
    await joined(2);
  });

  test('[H8] rejoins with a new token after the backend has closed the channel', async () => {
    const { clock, token, joined, tell, framesOf, reported } = await join();
    tell('presence_state', { bob: metas('1') });
    token.mockResolvedValueOnce(fail({ type: 'transient' }));
    token.mockResolvedValue(ok('token-2'));
    tell('phx_close', {});
    expect(reported.at(-1)).toEqual([]);
    clock.advance(9_999);
    await Promise.resolve();
    expect(token).toHaveBeenCalledTimes(1);
    clock.advance(1);
    await vi.waitFor(() => expect(clock.waiting()).toBe(1));
    clock.advance(10_000);
    await joined(2);
    expect(framesOf('phx_join')[1]?.[4]).toMatchObject({ access_token: 'token-2' });
  });

  test('[H8] reports nobody while the connection is lost, and tracks again after it returns', async () => {
    const { sockets, connect, joined, answer, tell, framesOf, reported } = await join();
    tell('presence_state', { bob: metas('1') });
    sockets.at(-1)?.close();
    expect(reported).toEqual([[], ['bob'], []]);
    await vi.advanceTimersByTimeAsync(15_000);
    connect();
    await joined(2);
    answer('phx_join', 'ok', { postgres_changes: [] });
    await vi.waitFor(() => expect(framesOf('presence')).toHaveLength(2));
  });

  test('[Y9] leaves the channel and reports nothing more after the list is closed', async () => {
    const { tell, framesOf, reported, page } = await join();
    for (const stop of stops.splice(0)) stop();
    tell('presence_state', { bob: metas('1') });
    page.show('hidden');
    page.show('visible');
    await Promise.resolve();
    expect([reported, framesOf('phx_leave').length, framesOf('phx_join').length]).toEqual([[[]], 1, 1]);
  });

  test('[H8] several subscribers share the channel', async () => {
    const { subscribe, unsubscribe, framesOf, tell, reported } = await join();
    tell('presence_state', { bob: metas('1') });
    const stop = subscribe();
    expect(reported).toEqual([[], ['bob'], ['bob']]);
    unsubscribe();
    expect(framesOf('phx_leave')).toEqual([]);
    stop();
    expect(framesOf('phx_leave')).toHaveLength(1);
  });
});
