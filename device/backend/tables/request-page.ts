/** Requests pages of rows that the backend can answer: half as many rows after an answer that was too large (product H12). */
import { ok, type Result } from '#core/result.ts';
import type { RequestFailure } from '#device/backend/requests/request-failure.ts';

type AnsweredPage = {
  readonly answer: unknown;
  /** How many rows were requested. */
  readonly rows: number;
};

export type RequestPage = (
  request: (rows: number) => Promise<Result<unknown, RequestFailure>>,
) => Promise<Result<AnsweredPage, RequestFailure>>;

/**
 * Creates the requests for pages of one list. The size is kept between requests, and doubles after each answer, because few
 * rows of a list are large.
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
