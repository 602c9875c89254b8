/** For tests: Ann's account api at a fake server, her session good for an hour. */
import { ANN, openFakeServer } from './fake-server.ts';
import type { Answering } from './fake-server.ts';

export async function openFakeAccountApi(answering?: Answering) {
  const server = openFakeServer(answering);
  server.keepSession(ANN);
  return { ...server, api: await server.openAccountApi(ANN) };
}
