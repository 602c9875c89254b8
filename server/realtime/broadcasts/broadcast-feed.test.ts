/** Receiving broadcasts of other processes, even after a failed start. */
import { expect, test, vi } from 'vitest';
import type { Sql } from '#server/database/database.ts';
import { createBroadcastFeed } from './broadcast-feed.ts';

type Listen = (channel: string, hear: (payload: string) => void, hasBegun: () => void) => Promise<unknown>;

test('[wire] a connection lost during its first listen counts as a gap once the driver listens again', async () => {
  const listen = vi.fn<Listen>(() => Promise.reject(new Error('read ECONNRESET')));
  const [onGap, onFailure] = [vi.fn<() => void>(), vi.fn<(error: unknown) => void>()];
  const sql = { listen } as unknown as Sql;
  createBroadcastFeed({ sql, onMessage: () => undefined, onGap, onFailure });
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledTimes(1));
  expect(onGap).not.toHaveBeenCalled();
  listen.mock.calls[0]?.[2]();
  expect(onGap).toHaveBeenCalledTimes(1);
});

test('[wire] the first listen is not a gap', () => {
  const listen = vi.fn<Listen>(() => Promise.resolve({ unlisten: () => undefined }));
  const onGap = vi.fn<() => void>();
  const parts = { onMessage: () => undefined, onGap, onFailure: () => undefined };
  createBroadcastFeed({ sql: { listen } as unknown as Sql, ...parts });
  listen.mock.calls[0]?.[2]();
  expect(onGap).not.toHaveBeenCalled();
  listen.mock.calls[0]?.[2]();
  expect(onGap).toHaveBeenCalledTimes(1);
});
