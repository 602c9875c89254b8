/** Presence, as far as it is offered: a channel that asks for it is told that nobody is there. */
import { sendFrame } from './connection.ts';
import type { Channel } from './connection.ts';

export function sendEmptyPresence({ connection, topic, joinRef }: Channel): void {
  sendFrame(connection, { joinRef, ref: null, topic, event: 'presence_state' }, '{}');
}
