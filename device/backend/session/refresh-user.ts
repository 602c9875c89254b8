/** Refreshes the user in the stored session, so that all tabs are notified of changes. */
import { ok, type Result } from '#core/result.ts';
import { isObject, isText, isWith } from '#device/shape.ts';
import { requestAuth, type AuthRequestFailure, type AuthRequestParts } from './request-auth.ts';
import type { SessionStore } from './session-store.ts';

const isUser = isWith({ id: isText });

/**
 * Requests the signed-in user and stores the answer in the session.
 * @returns the backend's user; null if signed out
 */
export async function refreshUser(
  parts: AuthRequestParts & { readonly store: SessionStore },
): Promise<Result<unknown, AuthRequestFailure>> {
  const session = parts.store.read();
  if (session === null) return ok(null);
  const answer = await requestAuth(parts, { session, call: (client) => client.getUser(session.access_token) });
  if (!answer.ok) return answer;
  storeUser(parts.store, answer.value.user);
  return ok(answer.value.user);
}

/** Stores a user in the current session unless it belongs to another user. */
export function storeUser(store: SessionStore, user: unknown): void {
  const session = store.read();
  if (session !== null && isObject(user) && isUser(user) && user.id === session.user.id)
    store.write({ ...session, user });
}
