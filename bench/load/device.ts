/** One socket that listens as the app of one account does: to each of the three tables that ring. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Person } from './people.ts';

const TABLES = ['grocery_items', 'categories', 'saved_lists'];

/** Resolves once all three are heard; gives what ends it. */
export async function listenAsDevice(address: string, { id, key, token }: Person): Promise<() => void> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`, {
    perMessageDeflate: false,
  });
  await once(socket, 'open');
  const heard = new Promise<void>((resolve, reject) => {
    let missing = TABLES.length;
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.includes('"error"')) reject(new Error(text));
      if (text.includes('"event":"system"') && text.includes('"ok"')) missing -= 1;
      if (missing === 0) resolve();
    });
  });
  for (const [at, table] of TABLES.entries()) {
    const wish = { event: '*', schema: 'public', table, filter: `user_id=eq.${id}` };
    const payload = { access_token: token, config: { postgres_changes: [wish] } };
    const ref = String(at + 1);
    socket.send(JSON.stringify({ topic: `realtime:${table}:${id}`, event: 'phx_join', ref, join_ref: ref, payload }));
  }
  await heard;
  return () => socket.terminate();
}
