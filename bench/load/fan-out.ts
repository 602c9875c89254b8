/** Many sockets that listen to one account: how long until the last one hears of a change? */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { moment } from '#bench/sync/moment.ts';
import type { Person } from './people.ts';

export type Crowd = {
  /** Resolves with the moment at which the last one has heard of one more change. */
  readonly whenHeard: () => Promise<number>;
  readonly leave: () => Promise<void>;
};

/** As the app listens to a table. */
export const gatherOurs = (address: string, person: Person, size: number): Promise<Crowd> =>
  gather(size, {
    address: `${address.replace('http', 'ws')}/realtime/v1/websocket?apikey=${person.key}&vsn=1.0.0`,
    greet: JSON.stringify({
      topic: `realtime:grocery_items:${person.id}`,
      event: 'phx_join',
      ref: '1',
      join_ref: '1',
      payload: {
        access_token: person.token,
        config: {
          postgres_changes: [
            { event: '*', schema: 'public', table: 'grocery_items', filter: `user_id=eq.${person.id}` },
          ],
        },
      },
    }),
    isWelcome: (text) => text.includes('"system"') && text.includes('"ok"'),
    isNews: (text) => text.includes('"postgres_changes"') && text.includes('"record"'),
  });

/** The reference's greeting is answered with all rows of its room, of which there are none. */
export const gatherReference = (address: string, size: number): Promise<Crowd> =>
  gather(size, {
    address: `${address}/crowd`,
    greet: JSON.stringify({ type: 'all' }),
    isWelcome: (text) => text.startsWith('{"type":"rows"'),
    isNews: (text) => text.startsWith('{"type":"rows"'),
  });

type Manners = {
  readonly address: string;
  readonly greet: string;
  readonly isWelcome: (text: string) => boolean;
  readonly isNews: (text: string) => boolean;
};

async function gather(size: number, manners: Manners): Promise<Crowd> {
  let missing = 0;
  let onLast: (() => void) | null = null;
  const sockets: WebSocket[] = [];
  // A few at a time, so that nobody is refused.
  while (sockets.length < size) {
    const few = await Promise.all(Array.from({ length: 20 }, () => join(manners)));
    sockets.push(...few);
  }
  for (const socket of sockets) {
    socket.on('message', (data: Buffer) => {
      if (!manners.isNews(data.toString())) return;
      missing -= 1;
      if (missing === 0) onLast?.();
    });
  }
  return {
    whenHeard: () =>
      new Promise((resolve) => {
        missing = sockets.length;
        onLast = () => resolve(moment());
      }),
    leave: async () => {
      const gone = sockets.map((socket) => once(socket, 'close'));
      for (const socket of sockets) socket.terminate();
      await Promise.all(gone);
    },
  };
}

function join({ address, greet, isWelcome }: Manners): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    const listen = (data: Buffer): void => {
      if (!isWelcome(data.toString())) return;
      socket.off('message', listen);
      resolve(socket);
    };
    socket.on('message', listen);
    socket.once('open', () => socket.send(greet));
    socket.once('error', reject);
  });
}
