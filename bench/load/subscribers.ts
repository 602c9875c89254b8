/** Many sockets with a subscription to one account, to measure when the last one receives a change. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { monotonicNow } from '#bench/sync/monotonic-now.ts';
import type { BenchUser } from './sign-up.ts';

export type Subscribers = {
  /** Resolves with the time at which the last socket has received the next change. */
  readonly whenAllReceived: () => Promise<number>;
  readonly close: () => Promise<void>;
};

/** Subscribes like the app does to one table. */
export const connectToOurs = (address: string, user: BenchUser, size: number): Promise<Subscribers> =>
  connectAll(size, {
    address: `${address.replace('http', 'ws')}/realtime/v1/websocket?apikey=${user.key}&vsn=1.0.0`,
    hello: JSON.stringify({
      topic: `realtime:grocery_items:${user.id}`,
      event: 'phx_join',
      ref: '1',
      join_ref: '1',
      payload: {
        access_token: user.token,
        config: {
          postgres_changes: [
            {
              event: '*',
              schema: 'public',
              table: 'grocery_items',
              filter: `user_id=eq.${user.id}`,
            },
          ],
        },
      },
    }),
    isReady: (text) => text.includes('"system"') && text.includes('"ok"'),
    isChange: (text) => text.includes('"postgres_changes"') && text.includes('"record"'),
  });

/** The reference answers the first message with all rows of the room, which has none. */
export const connectToReference = (address: string, size: number): Promise<Subscribers> =>
  connectAll(size, {
    address: `${address}/subscribers`,
    hello: JSON.stringify({ type: 'all' }),
    isReady: (text) => text.startsWith('{"type":"rows"'),
    isChange: (text) => text.startsWith('{"type":"rows"'),
  });

type Protocol = {
  readonly address: string;
  readonly hello: string;
  readonly isReady: (text: string) => boolean;
  readonly isChange: (text: string) => boolean;
};

async function connectAll(size: number, protocol: Protocol): Promise<Subscribers> {
  let missing = 0;
  let onLast: (() => void) | null = null;
  const sockets: WebSocket[] = [];
  // In small groups, so that the server refuses none of them.
  while (sockets.length < size) {
    const group = await Promise.all(Array.from({ length: 20 }, () => join(protocol)));
    sockets.push(...group);
  }
  for (const socket of sockets) {
    socket.on('message', (data: Buffer) => {
      if (!protocol.isChange(data.toString())) return;
      missing -= 1;
      if (missing === 0) onLast?.();
    });
  }
  return {
    whenAllReceived: () =>
      new Promise((resolve) => {
        missing = sockets.length;
        onLast = () => resolve(monotonicNow());
      }),
    close: async () => {
      const closed = sockets.map((socket) => once(socket, 'close'));
      for (const socket of sockets) socket.terminate();
      await Promise.all(closed);
    },
  };
}

function join({ address, hello, isReady }: Protocol): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    const listen = (data: Buffer): void => {
      if (!isReady(data.toString())) return;
      socket.off('message', listen);
      resolve(socket);
    };
    socket.on('message', listen);
    socket.once('open', () => socket.send(hello));
    socket.once('error', reject);
  });
}
