/** One request of an account to the tables: with its token, once more with a new one, and its failure in the app's words. */
import { PostgrestClient } from '@supabase/postgrest-js';
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { BackendFailure } from '#client/ports/backend.ts';
import { isText, isWith } from '#device/shape.ts';
import type { ReadConfig } from './config.ts';
import { createPackedFetch } from './packed-fetch.ts';
import type { Refused, SessionKeeper } from './session-keeper.ts';

/** What the library answers, untyped: guards look at it before anybody uses it. */
type TableAnswer = {
  readonly data: unknown;
  readonly error: unknown;
  readonly status: number;
};

export type TableRequest = (tables: PostgrestClient) => PromiseLike<TableAnswer>;

/** A failure, with the backend's error code and hint where there was one (PostgREST's, Postgres's, or a function's own). */
export type RequestFailure = BackendFailure & { readonly code?: string; readonly hint?: string };

/** Sends a request; gives its data. */
export type SendRequest = (request: TableRequest) => Promise<Result<unknown, RequestFailure>>;

type RequestParts = {
  readonly readConfig: ReadConfig;
  readonly fetch: typeof fetch;
  readonly keeper: Pick<SessionKeeper, 'token' | 'end'>;
  /** Whose requests these are: no other user's token is ever used for them. */
  readonly userId: string;
  /** Whether who asks can have the code of the second step entered: then the session stays where it is missing. */
  readonly canAskForCode?: boolean;
};

/**
 * Requests of one account. A 401 renews the token and asks once more (product Y4), and so does a second step that the
 * token does not know of yet. One that the session lacks ends it on this device: signing in asks for the code (product A3).
 */
export function createSendRequest(parts: RequestParts): SendRequest {
  const { readConfig, keeper, userId, canAskForCode = false } = parts;
  const packedFetch = createPackedFetch(parts.fetch);
  const isTooWeak = (error: unknown): boolean => !canAskForCode && lacksCode(error);
  const send = async (
    request: TableRequest,
    refused?: Refused,
  ): Promise<Result<TableAnswer & { readonly token: string }, BackendFailure>> => {
    const config = await readConfig();
    if (!config.ok) return fail({ type: 'transient' });
    const token = await keeper.token(userId, refused);
    if (!token.ok) return token;
    const tables = new PostgrestClient(`${config.value.url}/rest/v1`, {
      headers: { apikey: config.value.anonKey, authorization: `Bearer ${token.value}` },
      schema: 'public',
      fetch: packedFetch,
      retry: false,
    });
    return ok({ ...(await request(tables)), token: token.value });
  };
  return async (request) => {
    const first = await send(request);
    if (!first.ok) return first;
    const { status, error, token } = first.value;
    const isOver = isSessionOver(error) || isTooWeak(error);
    const isTokenRefused = isOver || (status === 401 && !isOwnWord(error));
    const answer = isTokenRefused ? await send(request, { token, isOver }) : first;
    if (!answer.ok) return answer;
    if (!isTooWeak(answer.value.error)) return judge(answer.value);
    keeper.end(userId, answer.value.token);
    return fail({ type: 'signed-out' });
  };
}

const isRefusal = isWith({ message: isText });
const isCoded = isWith({ code: isText });
const isHinted = isWith({ hint: isText });

/** A function of the database chose its status itself (PostgREST: PT and three digits): no token is to blame, and it means it. */
const isOwnWord = (error: unknown): boolean => isCoded(error) && /^PT\d{3}$/u.test(error.code);

/** The tables say so of a token that outlived its session (supabase/migrations/0007_who_is_let_in.sql). */
const isSessionOver = (error: unknown): boolean => isHinted(error) && error.hint === 'session_not_found';

/** And this of a session that has not shown the account's second step, which was set up elsewhere perhaps. */
const lacksCode = (error: unknown): boolean => isHinted(error) && error.hint === 'insufficient_aal';

/** The 4xx that pass by themselves (product Y4). A second 401 is about keys or clocks: the data are not to blame. */
const PASSING = new Set([401, 408, 425, 429]);

/**
 * Postgres's errors that say nothing of the data: a database that only reads just now, as after a failover (25006), and an
 * account that is gone (23503), which its session will tell.
 */
const PASSING_CODES = new Set(['25006', '23503']);

/** Product Y4: what goes by itself, and what will be refused again. */
function judge({ data, error, status }: TableAnswer): Result<unknown, RequestFailure> {
  if (Math.floor(status / 100) === 2 && error === null) return ok(data);
  // After a renewal that worked it is the tables' word against the backend's: who is signed out, the keeper knows.
  if (isSessionOver(error)) return fail({ type: 'transient' });
  // Status 0 is no network or a time-out; a 2xx that cannot be read is somebody else's page.
  if (Math.floor(status / 100) !== 4 || (PASSING.has(status) && !isOwnWord(error))) return fail({ type: 'transient' });
  return fail(isCoded(error) ? toCoded(error) : toUncoded(error, status));
}

function toCoded(error: { readonly code: string }): RequestFailure {
  const { code } = error;
  if (PASSING_CODES.has(code)) return { type: 'transient' };
  return { type: 'refused', message: messageOf(error), code, ...(isHinted(error) ? { hint: error.hint } : {}) };
}

function toUncoded(error: unknown, status: number): RequestFailure {
  const message = messageOf(error);
  return isPage(message, status) ? { type: 'transient' } : { type: 'refused', message };
}

const messageOf = (error: unknown): string => (isRefusal(error) ? error.message : '');

/**
 * A page is no answer of a backend: a gateway, a hotel or a challenge is in the way, and the data are not to blame. Only
 * 'too large' (413) is meant so, too: fewer rows help.
 */
const isPage = (message: string, status: number): boolean => /^\s*</u.test(message) && status !== 413;
