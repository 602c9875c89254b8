/** Takes in what the backend knows of who is signed in: the stored session carries it, and all tabs hear of it. */
import { ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { isObject, isText, isWith } from '#device/shape.ts';
import { askAuth } from './ask-auth.ts';
import type { AskFailure, AskParts } from './ask-auth.ts';
import type { SessionStore } from './session-store.ts';

const isUser = isWith({ id: isText });

/**
 * Asks who is in, and keeps the answer in the stored session.
 * @returns the user as the backend answers it; null where nobody is in
 */
export async function takeUser(
  parts: AskParts & { readonly store: SessionStore },
): Promise<Result<unknown, AskFailure>> {
  const session = parts.store.read();
  if (session === null) return ok(null);
  const answer = await askAuth(parts, { session, call: (client) => client.getUser(session.access_token) });
  if (!answer.ok) return answer;
  keepUser(parts.store, answer.value.user);
  return ok(answer.value.user);
}

/** Puts a user into the session that is there by now, unless that is another one's. */
export function keepUser(store: SessionStore, user: unknown): void {
  const session = store.read();
  if (session !== null && isObject(user) && isUser(user) && user.id === session.user.id)
    store.write({ ...session, user });
}
