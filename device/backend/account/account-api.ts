/** The account API on the auth library and the database functions (spec section 7, product A3). */
import { fail, ok, type Result } from '#core/result.ts';
import type { AccountApi, AccountApiFailure, DeviceSession, SecurityEvent } from '#client/ports/account-api.ts';
import { toEmptyAnswer } from '#device/backend/session/request-auth.ts';
import { createRequestAsUser, callFunction, type AccountApiParts } from './call-account.ts';
import { downloadData } from './download-data.ts';
import { createFactorApi } from './factors.ts';
import { createIdentityApi } from './identities.ts';
import { createProfileApi } from './profile.ts';
import { isFlag, isListOf, isText, isWith } from '#device/shape.ts';

/** Creates the account API of the signed-in user. Its calls return failures and do not throw. */
export function createAccountApi(parts: AccountApiParts): AccountApi {
  const { store } = parts;
  const request = createRequestAsUser(parts);
  const signOut = async (scope: 'others' | 'global'): Promise<Result<null, AccountApiFailure>> => {
    const ended = await request({ call: async (client) => toEmptyAnswer(await client.signOut({ scope })) });
    return ended.ok ? ok(null) : ended;
  };
  return {
    ...createProfileApi(parts, request),
    ...createFactorApi(parts, request),
    ...createIdentityApi(parts, request),
    ...createSessionApi(parts),
    signOutOthers: () => signOut('others'),
    signOutEverywhere: () => signOut('global'),
    downloadData: (writeListFile) => downloadData(parts, request, writeListFile),
    async deleteAccount(typedEmail, keepsList) {
      const result = await parts.deletions.run(parts.user.id, keepsList, () =>
        callFunction(parts, 'delete_account', { confirmation: typedEmail }),
      );
      if (!result.ok) return result;
      // The backend deleted the session with the account, so a logout call would fail.
      if (store.read()?.user.id === parts.user.id) store.write(null);
      return ok(null);
    },
    onChange: (listener) =>
      store.onEvent((event) => {
        if (event === 'user-updated' || event === 'code-verified') listener();
      }),
  };
}

type SessionApi = Pick<AccountApi, 'sessions' | 'activity' | 'endSession'>;

const createSessionApi = (parts: AccountApiParts): SessionApi => ({
  async sessions() {
    const result = await callFunction(parts, 'list_sessions');
    return result.ok ? readSessions(result.value) : result;
  },
  async activity() {
    const result = await callFunction(parts, 'list_activity');
    return result.ok ? readActivity(result.value) : result;
  },
  async endSession(id) {
    const result = await callFunction(parts, 'end_session', { session_id: id });
    return result.ok ? ok(null) : result;
  },
});

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

const areEvents = isListOf(
  isWith({ kind: isText, detail: isText, user_agent: isText, ip: isText, created_at: isText }),
);

/** Reads the answer of the database function `list_activity`, which hosted Supabase answers with null. */
function readActivity(value: unknown): Result<readonly SecurityEvent[], AccountApiFailure> {
  if (!areEvents(value)) return fail({ type: 'not-offered' });
  return ok(
    value.map(({ kind, detail, user_agent, ip, created_at }) => ({
      kind,
      detail,
      userAgent: user_agent,
      ip,
      createdAt: created_at,
    })),
  );
}
