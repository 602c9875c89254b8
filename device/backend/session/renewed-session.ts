/**
 * Keeps renewed sessions so that they survive a killed browser (decision 90). A refresh token works once: if local storage lost the new one,
 * the next renewal would present a used token, which looks like theft and ends the session.
 */
import { readDurable, writeDurable } from '#device/lists/durable-values.ts';
import { isObject } from '#device/shape.ts';
import type { SessionStore } from './session-store.ts';
import { isStoredSession, type StoredSession } from './stored-session.ts';

/** Stores the session that replaces another one, and waits until it survives a killed browser. */
export const keepRenewed = (before: StoredSession, session: StoredSession): Promise<void> =>
  writeDurable(before.user.id, 'renewedSession', () => ({ replaces: before.refresh_token, session }));

/** Replaces the session by one of a higher level. Another user may have signed in through another tab. */
export async function replaceSession(store: SessionStore, session: StoredSession): Promise<void> {
  const before = store.read();
  if (before?.user.id !== session.user.id) return;
  store.write(session);
  await keepRenewed(before, session);
}

/** Restores the session that replaced this one if a killed browser has lost it. @returns the latest session */
export async function restoreRenewed(store: SessionStore, before: StoredSession): Promise<StoredSession | null> {
  const record = await readDurable(before.user.id, 'renewedSession');
  const isLost = isObject(record) && record['replaces'] === before.refresh_token;
  const now = store.read();
  if (!isLost || !isStoredSession(record['session']) || now?.refresh_token !== before.refresh_token) return now;
  store.write(record['session']);
  return record['session'];
}
