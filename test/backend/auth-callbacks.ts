/** For tests: coming back by a link or from a provider. */
import type { AuthCallback } from '#client/ports/accounts.ts';
import { json } from './fake-server.ts';
import type { Answer, Answering } from './fake-server.ts';

/** An address that brought nothing. */
export const PLAIN: AuthCallback = { code: null, error: null, message: null };
/** Where a code becomes a session. */
export const EXCHANGE = 'POST /auth/v1/token';

/** The id of the flow that the address of the last call with one leads back to. */
export const flowOf = (asked: readonly { readonly query: URLSearchParams }[]): string => {
  const way = asked.map(({ query }) => query.get('redirect_to')).findLast((found) => found !== null);
  return new URL(way ?? 'https://list.example/').searchParams.get('sb_flow_id') ?? '';
};

/** A backend that answers to the exchange like this, and sends each mail that is asked for. */
export const answering =
  (exchange: () => Answer): Answering =>
  ({ call }) => {
    if (call === EXCHANGE) return exchange();
    return call.includes('/recover') ? json({}) : undefined;
  };
