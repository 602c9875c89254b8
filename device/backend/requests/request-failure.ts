/** What an answer of the tables means: data, a failure that is worth a retry, or a refusal (product Y4). */
import { fail, ok, type Result } from '#core/result.ts';
import type { ServerFailed } from '#client/ports/accounts.ts';
import type { BackendFailure } from '#client/ports/backend.ts';
import { isText, isWith } from '#device/shape.ts';
import { toAskedWait } from '#device/backend/connection/fetch.ts';

/** The library's answer, which guards check before use. */
export type TableAnswer = {
  readonly data: unknown;
  readonly error: unknown;
  readonly status: number;
};

/** A failure with the error code, message and hint of PostgREST, Postgres or a database function, if there is one. */
export type RequestFailure = BackendFailure & {
  readonly code?: string;
  readonly message?: string;
  readonly hint?: string;
  /** Whether the request or its answer was too large (413), so that fewer rows may help. */
  readonly isTooLarge?: boolean;
};

/** An answer with what its headers say. */
export type WholeAnswer = TableAnswer & {
  /** The time in milliseconds that the backend asked to wait; null if it did not. */
  readonly retryAfterMs: number | null;
  /** Whether it is a text or a page: the backend's answers are JSON. */
  readonly isForeign: boolean;
};

const isRefusal = isWith({ message: isText });
const isCoded = isWith({ code: isText });
const isHinted = isWith({ hint: isText });
const isDetailed = isWith({ details: isText });

/**
 * Whether a database function chose the status itself (PostgREST: PT and three digits), so that the token is not the
 * cause.
 */
export const isFunctionStatus = (error: unknown): boolean => isCoded(error) && /^PT\d{3}$/u.test(error.code);

/** The tables report this for a token whose session has ended (supabase/migrations/0003_policies.sql). */
export const isSessionOver = (error: unknown): boolean => isHinted(error) && error.hint === 'session_not_found';

/** The tables report this for a session without the account's second step, which may have been set up on another device. */
export const lacksCode = (error: unknown): boolean => isHinted(error) && error.hint === 'insufficient_aal';

/** 4xx that are worth a retry (product Y4). A second 401 is caused by keys or clocks, not by the data. */
const RETRYABLE = new Set([401, 408, 425, 429]);

/** A read-only database, as after a failover. */
const READ_ONLY = '25006';

/** A row refers to one that does not exist. */
const FOREIGN_KEY = '23503';

/** Whether the row that is missing is the account's own: it was deleted, which the session reports. */
const isAccountGone = (error: { readonly code: string }): boolean =>
  error.code === FOREIGN_KEY && isDetailed(error) && error.details.startsWith('Key (user_id)=');

/** Separates failures that are worth a retry from refusals (product Y4). */
export function toResult({
  data,
  error,
  status,
  retryAfterMs,
  isForeign,
}: WholeAnswer): Result<unknown, RequestFailure> {
  if (Math.floor(status / 100) === 2 && error === null) return ok(data);
  // The renewal worked, so the session exists. The session manager decides whether the user is signed out.
  if (isSessionOver(error)) return fail({ type: 'transient' });
  // Status 0 is no network or a timeout; an unreadable 2xx is a page of another server.
  if (Math.floor(status / 100) !== 4 || (RETRYABLE.has(status) && !isFunctionStatus(error)))
    return fail({ ...toTransient(error, status), ...toAskedWait(retryAfterMs) });
  return fail(isCoded(error) ? toCoded(error, status) : toUncoded(error, { status, isForeign }));
}

/** The status of a request or an answer that is too large. */
const TOO_LARGE = 413;

/** With a code, the database or PostgREST failed, and not the network or a gateway. */
const toTransient = (error: unknown, status: number): RequestFailure => ({
  type: 'transient',
  ...(isTooSlow(error, status) ? { isTooSlow: true } : {}),
  ...(status >= 500 && isCoded(error) ? { code: error.code, message: messageOf(error), mayAnswerOthers: true } : {}),
  // A gateway did not get this request in time. A refused token (401) would be refused again, and 425 and 429 ask to wait.
  ...(status === 408 ? { mayAnswerOthers: true } : {}),
});

/** A gateway did not get the whole request in time (408), or did not get the answer in time (504). */
const SLOW_STATUSES = new Set([408, 504]);

/** Whether the time was over: that of the app's `fetch`, whose error the library names, of a gateway, or of the database (57014). */
const isTooSlow = (error: unknown, status: number): boolean =>
  SLOW_STATUSES.has(status) ||
  (status === 0 && messageOf(error).startsWith('TimeoutError')) ||
  (isCoded(error) && error.code === '57014');

/** The code of a full account (supabase/migrations/0006_lists.sql). */
const ACCOUNT_FULL = 'PT413';

function toCoded(error: { readonly code: string }, status: number): RequestFailure {
  const { code } = error;
  if (code === READ_ONLY || isAccountGone(error)) return { type: 'transient', mayAnswerOthers: true };
  if (isHinted(error) && error.hint === 'not_a_member') return { type: 'not-a-member' };
  return {
    type: 'refused',
    message: messageOf(error),
    code,
    ...(status === TOO_LARGE ? { isTooLarge: true } : {}),
    ...(code === ACCOUNT_FULL ? { isAccountFull: true } : {}),
    ...(isHinted(error) ? { hint: error.hint } : {}),
  };
}

/**
 * The statuses with which a gateway can refuse every request, because a project is paused or over its quota, or a proxy or a law does
 * not allow it. PostgREST gives its own refusals a code.
 */
const CLOSED = new Set([402, 403, 407, 451]);

/** With these and a text, a server says that it does not have the address, or that it expects another protocol. */
const MISPLACED = new Set([400, 404, 405, 421]);

/**
 * JSON with a message is a refusal, except with a status of a gateway. A page may be a gateway's or a captive portal's, and a text with
 * some statuses that of a server that has moved: only the answers to other requests tell whether the data is the reason (product Y4).
 */
function toUncoded(error: unknown, answer: Pick<WholeAnswer, 'status' | 'isForeign'>): RequestFailure {
  const { status } = answer;
  const message = messageOf(error);
  if (mayBeForeign(message, answer))
    return { type: 'transient', mayAnswerOthers: true, suspectedRefusal: isPage(message) ? '' : message };
  return { type: 'refused', message, ...(status === TOO_LARGE ? { isTooLarge: true } : {}) };
}

/** With 413 (too large) a page counts as a refusal, because fewer rows help. */
const mayBeForeign = (message: string, { status, isForeign }: Pick<WholeAnswer, 'status' | 'isForeign'>): boolean =>
  CLOSED.has(status) || (isPage(message) && status !== TOO_LARGE) || (isForeign && MISPLACED.has(status));

const messageOf = (error: unknown): string => (isRefusal(error) ? error.message : '');

/** Whether the answer is an HTML page, whatever its headers say. */
const isPage = (message: string): boolean => /^\s*</u.test(message);

/** How a call to a database function can fail, besides its own refusals. */
type CallFailure =
  | Unanswered
  | { readonly type: 'signed-out' }
  /** The backend does not have the function. */
  | { readonly type: 'not-offered' }
  | { readonly type: 'refused'; readonly message: string };

type Unanswered = ServerFailed | { readonly type: 'unreachable' };

/**
 * Converts the failure of a request to a database function, or to a table, for the account and sharing features.
 * @param hinted the function's own refusals, by hint
 */
export function toCallFailure<F>(failure: RequestFailure, hinted: ReadonlyMap<string | undefined, F>): F | CallFailure {
  switch (failure.type) {
    case 'transient':
      return toUnanswered(failure);
    case 'signed-out':
      return failure;
    case 'not-a-member':
      return hinted.get('list_not_found') ?? { type: 'refused', message: '' };
    case 'refused':
      if (isFunctionMissing(failure)) return { type: 'not-offered' };
      return hinted.get(failure.hint) ?? { type: 'refused', message: failure.message };
  }
}

/** A transient failure: of the backend, if it has a message, or else of the connection. */
const toUnanswered = ({ message }: RequestFailure): Unanswered =>
  message === undefined ? { type: 'unreachable' } : { type: 'server-failed', message };

/** Codes for a missing function, from PostgREST and from Postgres. */
const MISSING = new Set(['PGRST202', '42883']);

const isFunctionMissing = ({ code = '' }: RequestFailure): boolean => MISSING.has(code);

/** The code that the log shows for a failure (spec section 8): Postgres's or PostgREST's, otherwise the type of the failure. */
export const failureCode = ({ code, type }: RequestFailure): string =>
  code !== undefined && CODE.test(code) ? code : type;

const CODE = /^\w{1,16}$/u;
