/** One call of the auth library, on a client of its own that can neither remember a failure nor touch the stored session. */
import { AuthClient } from '@supabase/auth-js';
import type { AuthError, SupportedStorage } from '@supabase/auth-js';
import { parseJson } from '#device/local-storage.ts';
import type { Config } from './config.ts';
import type { StoredSession } from './stored-session.ts';

/** The library's client. */
export type Auth = InstanceType<typeof AuthClient>;

/** Clients of one name warn of each other on the console: each gets its own. */
let made = 0;

type AuthCall<T> = {
  readonly config: Config;
  readonly fetch: typeof fetch;
  /** The session the call starts from; null for a call that needs none. */
  readonly session: StoredSession | null;
  /** For a call that begins something one comes back from, or ends it; null for any other. */
  readonly verifiers?: Verifiers | null;
  readonly call: (client: Auth) => Promise<T>;
};

/** Where the library's PKCE verifiers live, each by the id of its flow. */
export type Verifiers = {
  readonly read: (flowId: string) => string | null;
  readonly keep: (flowId: string, verifier: string) => void;
  readonly drop: (flowId: string) => void;
};

export type AuthAnswer<T> = {
  readonly result: T;
  /** Of the last answer; 0 when the call needed none. */
  readonly status: number;
};

/**
 * Runs one call. A client that failed to renew a token answers with that failure for 60 s and tries for 30 s before it says
 * so; so each call has a fresh client, and the first request that finds no server ends it.
 * @returns what the call answered; null when no backend answered (no network, a time-out, 5xx, something else's page)
 */
export async function callAuth<T>(parts: AuthCall<T>): Promise<AuthAnswer<T> | null> {
  const { config, fetch: ask, session, call, verifiers = null } = parts;
  made += 1;
  let status = 0;
  const givenUp = Promise.withResolvers<null>();
  const storageKey = `checklist.auth.${made}`;
  const client = new AuthClient({
    url: `${config.url}/auth/v1`,
    // Written as the library writes it, which lays a user's own over it.
    headers: { apikey: config.anonKey, Authorization: `Bearer ${config.anonKey}` },
    storageKey,
    storage: createScratch(storageKey, session, verifiers),
    // The address one comes back to names the flow: an older mail's link works, too, after a newer one was asked for.
    ...(verifiers === null ? {} : { flowType: 'pkce', experimental: { appendPkceFlowIdToRedirects: true } }),
    autoRefreshToken: false,
    detectSessionInUrl: false,
    skipAutoInitialize: true,
    fetch: createOneTry(
      async (input, init) => {
        const answer = await ask(input, init);
        ({ status } = answer);
        return answer;
      },
      () => givenUp.resolve(null),
    ),
  });
  const answered = call(client).then((result) => ({ result, status }));
  try {
    return await Promise.race([answered, givenUp.promise]);
  } catch {
    // The library throws at JSON of no shape at all: whoever sent it was not the backend.
    return null;
  } finally {
    // Else every call leaves an open channel to other tabs behind.
    await client.dispose();
  }
}

/** A fetch that gives up for good with the first failure, also for whoever would try again. */
function createOneTry(ask: typeof fetch, giveUp: () => void): typeof fetch {
  let hasFailed = false;
  return async (input, init) => {
    if (hasFailed) throw new TypeError('This call was given up.');
    try {
      const answer = await readWhole(await ask(input, init));
      if (answer.status >= 500) throw new TypeError(`The backend is out of order: ${answer.status}.`);
      return answer;
    } catch (error) {
      hasFailed = true;
      giveUp();
      throw error;
    }
  };
}

/** The answer with its body at hand; fails where a good answer is not the backend's, but a page in its place. */
async function readWhole(answer: Response): Promise<Response> {
  const text = await answer.text();
  if (answer.ok && text !== '' && parseJson(text) === null) throw new TypeError('The backend sent no JSON.');
  return new Response(text === '' ? null : text, { status: answer.status, headers: answer.headers });
}

/** What the library may write on: nobody reads it but this one client, the verifiers aside. */
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
      if (flowOf(key) !== '') verifiers?.drop(flowOf(key));
    },
  };
}

/** How the library names the verifier of a flow; the others of its keys are copies and an index of them. */
const VERIFIER_KEY = /-flow-([\w-]{8,64})-code-verifier$/u;

/** The statuses that pass by themselves (product Y4); 409: too many renewals of one session at a time. */
const PASSING = new Set([408, 409, 425, 429]);

/**
 * Whether a failed call is the backend's own refusal, as opposed to a gateway, a hotel's log-in page or a crowd in the way.
 * @param status of the answer: the library also has errors about answers that were fine but said nothing
 * @returns true for a 4xx with one of the backend's error codes; older backends send a 400 without one (RFC 6749, 5.2)
 */
export function isRefusal(status: number, error: Pick<AuthError, 'status' | 'code'>): boolean {
  if (status < 400 || status >= 500 || PASSING.has(status)) return false;
  return error.status === 400 || error.code !== undefined;
}
