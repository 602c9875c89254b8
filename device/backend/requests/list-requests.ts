/** The way of every request of one open list to the backend, step by step. */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Memberships } from '#client/ports/lists.ts';
import type { Log } from '#client/ports/log.ts';
import { failureCode } from './log-failures.ts';
import { createSendRequest } from './send-request.ts';
import type { RequestFailure, RequestParts, SendRequest } from './send-request.ts';

type ListRequestParts = RequestParts & {
  readonly listId: string;
  readonly memberships: Pick<Memberships, 'newListName' | 'markCreated'>;
  /** Whether the list is open. A closed one sends nothing more. */
  readonly isOpen: () => boolean;
  /** Called when the backend answered a request that was made at this time: the account exists. */
  readonly onAnswered: (requestedAt: number) => void;
  readonly log: Log;
};

export function createListRequests(parts: ListRequestParts): SendRequest {
  const { clock, isOpen, onAnswered, log } = parts;
  const sendWithToken = createSendRequest(parts);
  let loggedCode: string | null = null;
  return async (request) => {
    if (!isOpen()) return fail({ type: 'transient' });
    const requestedAt = clock.now();
    const created = await createIfNew(parts, sendWithToken);
    const answer = created.ok ? await sendWithToken(request) : created;
    if (answer.ok) onAnswered(requestedAt);
    // A failure is logged once for as long as it lasts: without a network the sync tries every ten seconds.
    const code = answer.ok ? null : failureCode(answer.failure);
    if (code !== null && code !== loggedCode) log('sync failed', code);
    loggedCode = code;
    return answer;
  };
}

/** A list that was created on this device has to be on the backend before its rows. */
async function createIfNew(
  { listId, memberships }: ListRequestParts,
  send: SendRequest,
): Promise<Result<null, RequestFailure>> {
  const name = memberships.newListName(listId);
  if (name === null) return ok(null);
  const created = await send((tables) => tables.rpc('create_list', { list_id: listId, name }));
  if (!created.ok) return created;
  await memberships.markCreated(listId);
  return ok(null);
}
