/** Requests to the tables: those of an open list, and those of its account. */
import { PostgrestClient } from '@supabase/postgrest-js';
import { fail, ok, type Result } from '#core/result.ts';
import type { BackendFailure, Log } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { ReadConfig } from '#device/backend/connection/config.ts';
import { createCompressedFetch, pickAskedWait, watchHeaders } from '#device/backend/connection/fetch.ts';
import type { Refused, SessionManager } from '#device/backend/session/session-manager.ts';
import {
  failureCode,
  isFunctionStatus,
  isSessionOver,
  lacksCode,
  type RequestFailure,
  type TableAnswer,
  toResult,
  type WholeAnswer,
} from './request-failure.ts';

export type TableRequest = (tables: PostgrestClient) => PromiseLike<TableAnswer>;

/** An answer with the token of its request. */
type SentAnswer = WholeAnswer & { readonly token: string };

/** Sends a request. @returns its data */
export type SendRequest = (request: TableRequest) => Promise<Result<unknown, RequestFailure>>;

export type RequestParts = {
  readonly readConfig: ReadConfig;
  readonly fetch: typeof fetch;
  readonly clock: Pick<Clock, 'now'>;
  readonly sessions: Pick<SessionManager, 'token' | 'end'>;
  /** The user whose token the requests use. */
  readonly userId: string;
  /** Whether the caller can ask for a second-step code. If so, a missing code does not end the session. */
  readonly canAskForCode?: boolean;
};

type ListRequestParts = RequestParts & {
  /** Whether the list is open. A closed one sends nothing more. */
  readonly isOpen: () => boolean;
  /** Called when the backend answered a request that was made at this time: the account exists. */
  readonly onAnswered: (requestedAt: number) => void;
  readonly log: Log;
};

/** Creates the requests of one open list, step by step: check that it is open, send, note that the account exists, log. */
export function createListRequests(parts: ListRequestParts): SendRequest {
  const { clock, isOpen, onAnswered, log } = parts;
  const sendForAccount = createAccountRequests(parts);
  let loggedCode: string | null = null;
  return async (request) => {
    if (!isOpen()) return fail({ type: 'transient' });
    const requestedAt = clock.now();
    const answer = await sendForAccount(request);
    if (answer.ok) onAnswered(requestedAt);
    // A failure is logged once for as long as it lasts: without a network the sync tries every ten seconds.
    const code = answer.ok ? null : failureCode(answer.failure);
    if (code !== null && code !== loggedCode) log('sync failed', code);
    loggedCode = code;
    return answer;
  };
}

/**
 * Creates the requests of one account, step by step: it gets a token and sends the request. After a 401, or if the token lacks a
 * second step, it renews the token and repeats the request (product Y4). If the session still lacks the second step, it ends on
 * this device, and signing in asks for the code (product A3).
 */
export function createAccountRequests(parts: RequestParts): SendRequest {
  const { sessions, userId, canAskForCode = false } = parts;
  const lacksSecondStep = (error: unknown): boolean => !canAskForCode && lacksCode(error);
  const compressedFetch = createCompressedFetch(parts.fetch);
  const attempt = (request: TableRequest, refused?: Refused) =>
    sendOnce({ ...parts, fetch: compressedFetch }, request, refused);
  return async (request) => {
    const first = await attempt(request);
    if (!first.ok) return first;
    const { status, error, token } = first.value;
    const isOver = isSessionOver(error) || lacksSecondStep(error);
    const isTokenRefused = isOver || (status === 401 && !isFunctionStatus(error));
    const answer = isTokenRefused ? await attempt(request, { token, isOver }) : first;
    if (!answer.ok) return answer;
    if (!lacksSecondStep(answer.value.error)) return toResult(answer.value);
    sessions.end(userId, answer.value.token);
    return fail({ type: 'signed-out' });
  };
}

/** Sends a request once, with the user's token. @param refused a token that the backend has refused */
async function sendOnce(
  { readConfig, sessions, userId, clock, fetch }: RequestParts,
  request: TableRequest,
  refused?: Refused,
): Promise<Result<SentAnswer, BackendFailure>> {
  const config = await readConfig();
  if (!config.ok) return fail({ type: 'transient', ...pickAskedWait(config.failure) });
  const token = await sessions.token(userId, refused);
  if (!token.ok) return token;
  const watched = watchHeaders(fetch, clock);
  const tables = new PostgrestClient(`${config.value.url}/rest/v1`, {
    headers: { apikey: config.value.anonKey, authorization: `Bearer ${token.value}` },
    schema: 'public',
    fetch: watched.fetch,
    retry: false,
  });
  const answer = await request(tables);
  return ok({
    ...answer,
    token: token.value,
    retryAfterMs: watched.retryAfterMs(),
    isForeign: watched.isForeign(),
  });
}

type AnsweredPage = {
  readonly answer: unknown;
  /** How many rows were requested. */
  readonly rows: number;
};

export type RequestPage = (
  request: (rows: number) => Promise<Result<unknown, RequestFailure>>,
) => Promise<Result<AnsweredPage, RequestFailure>>;

/**
 * Creates the requests for pages of one list that the backend can answer: half as many rows after an answer that was too large (product H12).
 * The size is kept between requests, and doubles after each answer, because few rows of a list are large.
 * @param most the most rows of a page
 */
export function createRequestPage(most: number): RequestPage {
  let size = most;
  return async (request) => {
    for (;;) {
      const rows = size;
      const answered = await request(rows);
      if (answered.ok) {
        size = Math.min(most, rows * 2);
        return ok({ answer: answered.value, rows });
      }
      if (answered.failure.isTooLarge !== true || rows <= 1) return answered;
      size = Math.floor(rows / 2);
    }
  };
}
