/** Reads what a link or a provider left in the address. */
import type { Arrival } from '#client/ports/accounts.ts';

/**
 * @param address its query and its fragment: GoTrue writes into the one, the other, or both
 *
 * A whole session in the address (`access_token`) is never taken: anybody can write such a link, and who follows it would
 * shop, unaware, in the account of its author (session fixation). This app asks for codes, which only the browser
 * that asked can use.
 */
export function readArrival(address: string): Arrival {
  const fields = new URLSearchParams(address.replace(/^[?#]/u, '').replace('#', '&'));
  const session = fields.has('access_token') ? 'session_in_address' : null;
  const error = fields.get('error_code') ?? fields.get('error') ?? session;
  return {
    // An empty one is none.
    code: fields.get('code') || null,
    flowId: fields.get('sb_flow_id'),
    error: error === null ? null : { code: error, message: fields.get('error_description') ?? '' },
    message: fields.get('message'),
  };
}

/** What the address brought is answered: a reload must not bring it again. */
export const forgetArrival = (): void => history.replaceState(null, '');
