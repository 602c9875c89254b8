/** Makes one call of the auth library on a fresh client, which cannot remember a failure or change the stored session. */
import { AuthClient, type AuthError, type SupportedStorage } from '@supabase/auth-js';
import type { ServerFailed } from '#client/ports/accounts.ts';
import { fail, ok, type Result } from '#core/result.ts';
import { browserClock } from '#device/clock.ts';
import { parseJson } from '#device/local-storage/local-storage.ts';
import { isText, isWith } from '#device/shape.ts';
import type { Config } from '#device/backend/connection/config.ts';
import { watchHeaders } from '#device/backend/connection/fetch.ts';
import type { StoredSession } from './stored-session.ts';

/** The library's client. */
export type Auth = InstanceType<typeof AuthClient>;

type AuthCall<T> = {
  readonly config: Config;
  readonly fetch: typeof fetch;
  /** The session of the call; null if it needs none. */
  readonly session: StoredSession | null;
  /** For calls that start or complete an auth flow; null for others. */
  readonly verifiers?: Verifiers | null;
  readonly call: (client: Auth) => Promise<T>;
};

/** Storage for the library's PKCE verifiers by flow id. */
export type Verifiers = {
  readonly read: (flowId: string) => string | null;
  readonly keep: (flowId: string, verifier: string) => void;
  readonly remove: (flowId: string) => void;
};

export type AuthAnswer<T> = {
  readonly result: T;
  /** The status of the last answer; 0 if there was no request. */
  readonly status: number;
  /** The time in seconds after which a retry makes sense, if the last answer has one (RFC 9110, section 10.2.3). */
  readonly retryAfter: number | null;
};

export type CallFailure =
  /** No backend answered: no network, a timeout, or a page of a gateway. */
  { readonly type: 'unreachable' } | ServerFailed;

/**
 * Runs one call. The library's client retries a failed token renewal for 30 s and repeats the failure for 60 s.
 * Therefore each call has a fresh client and ends with the first request that gets no answer.
 * @returns the answer of the call, or why there is none
 */
export async function callAuth<T>(parts: AuthCall<T>): Promise<Result<AuthAnswer<T>, CallFailure>> {
  const { config, fetch: send, session, call, verifiers = null } = parts;
  const watched = watchHeaders(send, browserClock);
  let status = 0;
  const givenUp = Promise.withResolvers<Result<never, CallFailure>>();
  // The library warns on the console about two clients with the same key.
  const storageKey = `checklist.auth.${browserClock.randomHex()}`;
  const client = new AuthClient({
    url: `${config.url}/auth/v1`,
    // The library replaces this header with the user's token, so the capitalization must match.
    headers: { apikey: config.anonKey, Authorization: `Bearer ${config.anonKey}` },
    storageKey,
    storage: createScratch(storageKey, session, verifiers),
    // The callback URL names the flow, so that the link in an older email still works after a newer request.
    ...(verifiers === null ? {} : { flowType: 'pkce', experimental: { appendPkceFlowIdToRedirects: true } }),
    autoRefreshToken: false,
    detectSessionInUrl: false,
    skipAutoInitialize: true,
    fetch: createOneTry(
      async (input, init) => {
        const answer = await watched.fetch(input, init);
        status = answer.status;
        return answer;
      },
      (failure) => givenUp.resolve(fail(failure)),
    ),
  });
  const answered = call(client).then((result) => ok({ result, status, retryAfter: toSeconds(watched.retryAfterMs()) }));
  try {
    return await Promise.race([answered, givenUp.promise]);
  } catch {
    // The library throws on unexpected JSON, which did not come from the backend.
    return fail({ type: 'unreachable' });
  } finally {
    // Otherwise each call leaves an open BroadcastChannel.
    await client.dispose();
  }
}

const toSeconds = (ms: number | null): number | null => (ms === null ? null : Math.ceil(ms / 1000));

/** Creates a fetch that refuses all requests after the first failure, so that the library does not retry. */
function createOneTry(send: typeof fetch, giveUp: (failure: CallFailure) => void): typeof fetch {
  let hasFailed = false;
  return async (input, init) => {
    if (hasFailed) throw new TypeError('This call was given up.');
    const read = await readWhole(send, input, init);
    if (read.ok) return read.value;
    hasFailed = true;
    giveUp(read.failure);
    throw new TypeError(`The call failed: ${read.failure.type}.`);
  };
}

/** Sends a request and reads the whole answer. A successful answer that is not JSON did not come from the backend. */
async function readWhole(
  send: typeof fetch,
  ...request: Parameters<typeof fetch>
): Promise<Result<Response, CallFailure>> {
  try {
    const answer = await send(...request);
    const text = await answer.text();
    if (answer.status >= 500) return fail(toServerFailure(parseJson(text)));
    if (answer.ok && text !== '' && parseJson(text) === null) return fail({ type: 'unreachable' });
    return ok(new Response(text === '' ? null : text, { status: answer.status, headers: answer.headers }));
  } catch {
    return fail({ type: 'unreachable' });
  }
}

const isCoded = isWith({ code: isText, message: isText });
/** As answered to clients that do not send the version of the API. */
const isCodedOnce = isWith({ error_code: isText, msg: isText });

/** A 5xx with one of the backend's codes is the backend's answer. Without a code, it is a gateway's. */
function toServerFailure(answer: unknown): CallFailure {
  if (isCoded(answer)) return { type: 'server-failed', message: answer.message };
  return isCodedOnce(answer) ? { type: 'server-failed', message: answer.msg } : { type: 'unreachable' };
}

/** Creates the storage of one client. Only verifiers are kept. */
function createScratch(
  storageKey: string,
  session: StoredSession | null,
  verifiers: Verifiers | null,
): SupportedStorage {
  const values = new Map<string, string>();
  if (session) values.set(storageKey, JSON.stringify(session));
  const flowOf = (key: string): string => (verifiers === null ? '' : (VERIFIER_KEY.exec(key)?.[1] ?? ''));
  return {
    getItem: (key) => (flowOf(key) === '' ? values.get(key) : verifiers?.read(flowOf(key))) ?? null,
    setItem(key, value) {
      if (flowOf(key) === '') values.set(key, value);
      else verifiers?.keep(flowOf(key), value);
    },
    removeItem(key) {
      values.delete(key);
      if (flowOf(key) !== '') verifiers?.remove(flowOf(key));
    },
  };
}

/** The library's key for the verifier of a flow; its other keys are copies and an index. */
const VERIFIER_KEY = /-flow-([\w-]{8,64})-code-verifier$/u;

/** Statuses that are worth a retry (product Y4); 409 means too many simultaneous renewals of a session. */
const RETRYABLE = new Set([408, 409, 425, 429]);

export const isTransientStatus = (status: number): boolean => RETRYABLE.has(status);

/**
 * Whether the backend itself refused a call, and not a gateway, a captive portal or a rate limit.
 * @param status the status of the answer; the library also reports errors for successful but empty answers
 * @returns true for a 4xx with one of the backend's error codes; older backends send a 400 without one (RFC 6749, 5.2)
 */
export function isRefusal(status: number, error: Pick<AuthError, 'status' | 'code'>): boolean {
  if (status < 400 || status >= 500 || isTransientStatus(status)) return false;
  return error.status === 400 || error.code !== undefined;
}
