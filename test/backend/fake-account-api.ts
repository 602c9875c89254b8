/** For tests: Ann's account API on a fake server, with a session that is valid for an hour. */
import { ANN, openFakeServer, type Answering } from './fake-server.ts';

export async function openFakeAccountApi(answering?: Answering) {
  const server = openFakeServer(answering);
  server.keepSession(ANN);
  return { ...server, api: await server.openAccountApi(ANN) };
}
