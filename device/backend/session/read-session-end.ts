/** Asks the backend how a session ended whose refresh token it refused (product Y9, A1). */
import { PostgrestClient } from '@supabase/postgrest-js';
import { fail, ok, type Result } from '#core/result.ts';
import type { OwnerEnd } from '#client/ports/user-storage.ts';
import type { Config } from '#device/backend/connection/config.ts';
import { isWord } from '#device/shape.ts';
import { isTransientStatus } from './call-auth.ts';
import { readSessionId } from './auth-user.ts';
import type { StoredSession } from './stored-session.ts';

type TableAnswer = { readonly data: unknown; readonly error: unknown; readonly status: number };

const isOwnerEnd = isWord<OwnerEnd>('logged-out', 'password-changed', 'account-deleted');

/**
 * Refusals look alike: the auth service also refuses a token that is older than a restored backup. Therefore this asks a database
 * function that knows only the sessions that their owner ended.
 * @returns null if the backend does not know, or has no such function. Fails without an answer: then nothing is known yet
 */
export async function readSessionEnd(
  { url, anonKey }: Config,
  send: typeof fetch,
  session: StoredSession,
): Promise<Result<OwnerEnd | null, { readonly type: 'transient' }>> {
  const sessionId = readSessionId(session.access_token);
  if (sessionId === null) return ok(null);
  const tables = new PostgrestClient(`${url}/rest/v1`, {
    headers: { apikey: anonKey, authorization: `Bearer ${anonKey}` },
    schema: 'public',
    fetch: send,
    retry: false,
  });
  const answer: TableAnswer = await tables.rpc('read_session_end', { session_id: sessionId });
  const { data, error, status } = answer;
  // Status 0 is no network or a timeout; an unreadable 2xx is a page of another server.
  const isAnswered = error === null || (status >= 400 && status < 500 && !isTransientStatus(status));
  if (!isAnswered) return fail({ type: 'transient' });
  return ok(isOwnerEnd(data) ? data : null);
}
