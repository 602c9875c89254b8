/** Logs requests that fail, by their codes (spec section 8). */
import type { Log, LogEvent } from '#client/ports/log.ts';
import type { RequestFailure, SendRequest } from './send-request.ts';

/** Logs what failed, once its answer is there. */
export async function logFailure(answer: ReturnType<SendRequest>, log: Log, event: LogEvent): Promise<void> {
  const result = await answer;
  if (!result.ok) log(event, failureCode(result.failure));
}

/** Postgres's or PostgREST's code; else the kind of failure. */
export const failureCode = ({ code, type }: RequestFailure): string =>
  code !== undefined && CODE.test(code) ? code : type;

const CODE = /^\w{1,16}$/u;
