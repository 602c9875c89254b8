/** One request of an account to the tables: with its token, once more with a new one, and its failure in the app's words. */
import { PostgrestClient } from '@supabase/postgrest-js';
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { BackendFailure } from '#client/ports/backend.ts';
import { isText, isWith } from '#device/shape.ts';
import type { ReadConfig } from './config.ts';
import type { SessionKeeper } from './session-keeper.ts';

/** What the library answers, untyped: guards look at it before anybody uses it. */
type TableAnswer = {
  readonly data: unknown;
  readonly error: unknown;
  readonly status: number;
};

export type TableRequest = (tables: PostgrestClient) => PromiseLike<TableAnswer>;

/** A failure, with the backend's error code where there was one (PostgREST's or Postgres's own). */
export type RequestFailure = BackendFailure & { readonly code?: string };

/** Sends a request; gives its data. */
export type SendRequest = (request: TableRequest) => Promise<Result<unknown, RequestFailure>>;

type RequestParts = {
  readonly readConfig: ReadConfig;
  readonly fetch: typeof fetch;
  readonly keeper: Pick<SessionKeeper, 'token'>;
  /** Whose requests these are: no other user's token is ever used for them. */
  readonly userId: string;
};

/** Requests of one account. A 401 renews the token and asks once more (product Y4). */
export function createSendRequest({ readConfig, fetch: ask, keeper, userId }: RequestParts): SendRequest {
  const send = async (
    request: TableRequest,
    refused?: string,
  ): Promise<Result<TableAnswer & { readonly token: string }, BackendFailure>> => {
    const config = await readConfig();
    if (!config.ok) return fail({ type: 'transient' });
    const token = await keeper.token(userId, refused);
    if (!token.ok) return token;
    const tables = new PostgrestClient(`${config.value.url}/rest/v1`, {
      headers: { apikey: config.value.anonKey, authorization: `Bearer ${token.value}` },
      schema: 'public',
      fetch: ask,
      retry: false,
    });
    return ok({ ...(await request(tables)), token: token.value });
  };
  return async (request) => {
    const first = await send(request);
    if (!first.ok) return first;
    const answer = first.value.status === 401 ? await send(request, first.value.token) : first;
    return answer.ok ? judge(answer.value) : answer;
  };
}

const isRefusal = isWith({ message: isText });
const isCoded = isWith({ code: isText });

/** The 4xx that pass by themselves (product Y4). A second 401 is about keys or clocks: the data are not to blame. */
const PASSING = new Set([401, 408, 425, 429]);

/** Product Y4: what goes by itself, and what will be refused again. */
function judge({ data, error, status }: TableAnswer): Result<unknown, RequestFailure> {
  if (Math.floor(status / 100) === 2 && error === null) return ok(data);
  // Status 0 is no network or a time-out; a 2xx that cannot be read is somebody else's page.
  if (Math.floor(status / 100) !== 4 || PASSING.has(status)) return fail({ type: 'transient' });
  const message = isRefusal(error) ? error.message : '';
  if (isCoded(error)) return fail({ type: 'refused', message, code: error.code });
  return fail(isPage(message, status) ? { type: 'transient' } : { type: 'refused', message });
}

/**
 * A page is no answer of a backend: a gateway, a hotel or a challenge is in the way, and the data are not to blame. Only
 * 'too large' (413) is meant so, too: fewer rows help.
 */
const isPage = (message: string, status: number): boolean => /^\s*</u.test(message) && status !== 413;
