/** For tests: Ann's account desk at a fake server, her session good for an hour. */
import { ANN, openFakeServer } from './fake-server.ts';
import type { Answering } from './fake-server.ts';

export async function openFakeDesk(answering?: Answering) {
  const server = openFakeServer(answering);
  server.keepSession(ANN);
  return { ...server, desk: await server.openDesk(ANN) };
}
