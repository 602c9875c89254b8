/** One socket with the realtime subscriptions of the app: one for each of the three synced tables. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { BenchUser } from './sign-up.ts';

const TABLES = ['grocery_items', 'categories', 'saved_lists'];

/** Resolves when all three subscriptions are active, with a function that closes the socket. */
export async function subscribeDevice(address: string, { id, key, token }: BenchUser): Promise<() => void> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`, {
    perMessageDeflate: false,
  });
  await once(socket, 'open');
  const subscribed = new Promise<void>((resolve, reject) => {
    let missing = TABLES.length;
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.includes('"error"')) reject(new Error(text));
      if (text.includes('"event":"system"') && text.includes('"ok"')) missing -= 1;
      if (missing === 0) resolve();
    });
  });
  for (const [at, table] of TABLES.entries()) {
    const subscription = { event: '*', schema: 'public', table, filter: `user_id=eq.${id}` };
    const payload = { access_token: token, config: { postgres_changes: [subscription] } };
    const ref = String(at + 1);
    socket.send(JSON.stringify({ topic: `realtime:${table}:${id}`, event: 'phx_join', ref, join_ref: ref, payload }));
  }
  await subscribed;
  return () => socket.terminate();
}
