/** The devices that are signed in to an account, as sessions (product A3). */
import { fail, ok, type Result } from '#core/result.ts';
import type { AccountApi, AccountApiFailure, DeviceSession } from '#client/ports/account-api.ts';
import { toEmptyAnswer } from '#device/backend/session/request-auth.ts';
import { isFlag, isListOf, isText, isWith } from '#device/shape.ts';
import { type AccountApiParts, callFunction, type RequestAsUser } from './call-account.ts';

type SessionsApi = Pick<AccountApi, 'sessions' | 'endSession' | 'signOutOthers' | 'signOutEverywhere'>;

export function createSessionsApi(parts: Pick<AccountApiParts, 'send'>, request: RequestAsUser): SessionsApi {
  const signOut = async (scope: 'others' | 'global'): Promise<Result<null, AccountApiFailure>> => {
    const ended = await request({ call: async (client) => toEmptyAnswer(await client.signOut({ scope })) });
    return ended.ok ? ok(null) : ended;
  };
  return {
    async sessions() {
      const result = await callFunction(parts, 'list_sessions');
      return result.ok ? readSessions(result.value) : result;
    },
    async endSession(id) {
      const result = await callFunction(parts, 'end_session', { session_id: id });
      return result.ok ? ok(null) : result;
    },
    signOutOthers: () => signOut('others'),
    signOutEverywhere: () => signOut('global'),
  };
}

const areSessions = isListOf(
  isWith({
    id: isText,
    user_agent: isText,
    ip: isText,
    created_at: isText,
    last_used_at: isText,
    is_current: isFlag,
  }),
);

/** Reads the answer of the database function `list_sessions`. Another shape means that the backend lacks our function. */
function readSessions(value: unknown): Result<readonly DeviceSession[], AccountApiFailure> {
  if (!areSessions(value)) return fail({ type: 'not-offered' });
  return ok(
    value.map((session) => ({
      id: session.id,
      userAgent: session.user_agent,
      ip: session.ip,
      createdAt: session.created_at,
      lastUsedAt: session.last_used_at,
      isThis: session.is_current,
    })),
  );
}
