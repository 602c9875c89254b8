/** For tests: auth callbacks of links and providers. */
import type { AuthCallback } from '#client/ports/accounts.ts';
import { json, type Answer, type Answering } from './fake-server.ts';

/** A callback without parameters. */
export const PLAIN: AuthCallback = { code: null, error: null, message: null };
/** The path that exchanges a code for a session. */
export const EXCHANGE = 'POST /auth/v1/token';

/** The flow id in the redirect URL of the last call that had one. */
export const flowOf = (asked: readonly { readonly query: URLSearchParams }[]): string => {
  const way = asked.map(({ query }) => query.get('redirect_to')).findLast((found) => found !== null);
  return new URL(way ?? 'https://list.example/').searchParams.get('sb_flow_id') ?? '';
};

/** A fake backend with the given answer to the code exchange, which accepts all requests for emails. */
export const answering =
  (exchange: () => Answer): Answering =>
  ({ call }) => {
    if (call === EXCHANGE) return exchange();
    return call.includes('/recover') ? json({}) : undefined;
  };
