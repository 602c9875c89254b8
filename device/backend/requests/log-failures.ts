/** Logs requests that fail, by their codes (spec section 8). */
import type { Log, LogEvent } from '#client/ports/log.ts';
import type { RequestFailure, SendRequest } from './send-request.ts';

/** Logs what failed, once its answer is there. */
export async function logFailure(answer: ReturnType<SendRequest>, log: Log, event: LogEvent): Promise<void> {
  const result = await answer;
  if (!result.ok) log(event, readCode(result.failure));
}

/** Logs a failure once for as long as it lasts: without a network the sync tries every ten seconds. */
export function logNewFailures(send: SendRequest, log: Log, event: LogEvent): SendRequest {
  let lastCode: string | null = null;
  return async (request) => {
    const answer = await send(request);
    const code = answer.ok ? null : readCode(answer.failure);
    if (code !== null && code !== lastCode) log(event, code);
    lastCode = code;
    return answer;
  };
}

/** Postgres's or PostgREST's code; else the kind of failure. */
const readCode = ({ code, type }: RequestFailure): string => (code !== undefined && CODE.test(code) ? code : type);

const CODE = /^\w{1,16}$/u;
