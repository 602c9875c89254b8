/** For tests of tokens: an account with a token of a given lifetime, and the requests sent with it. */
import type { PushGroup } from '#core/sync/sync-record.ts';
import { ANN, json, openFakeServer, session, type Answer, type Answering } from './fake-server.ts';
import { onlyList } from '#test/doubles/only-list.ts';

export const REFRESH = 'POST /auth/v1/token';
export const PULL = 'GET /rest/v1/grocery_items';

const GROUP: PushGroup = {
  table: 'items',
  deviceId: 'device-1',
  patches: [{ seq: 1, patch: { table: 'items', id: 'milk', fields: { checked: true } } }],
};

/** Opens Ann's account with a token of the given lifetime, on a backend with the given answers to renewals. */
export function openTokenAccount(
  seconds: number,
  renewal: () => Answer | Promise<Answer> = () => json(session(ANN, 2)),
) {
  const answering: Answering = ({ call }) => (call === REFRESH ? renewal() : undefined);
  const server = openFakeServer(answering);
  server.keepSession(ANN, seconds);
  const account = server.openListBackend(ANN, onlyList(ANN.id));
  return {
    ...server,
    ...account,
    push: () => account.backend.push(GROUP),
    pull: () => account.backend.pull('items', 7),
    renewals: () => server.askedOf(REFRESH).length,
    bearers: () => server.askedOf(PULL).map(({ headers }) => headers.get('authorization')),
  };
}
