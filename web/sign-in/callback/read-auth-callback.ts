/** Parses the URL parameters of an auth callback. */
import type { AuthCallback } from '#client/ports/accounts.ts';

/**
 * @param address the query and the fragment; GoTrue uses either or both
 *
 * A session in the URL (`access_token`) is never used. Anyone can create such a link, and it would sign the user in to
 * the attacker's account (session fixation). This app requests codes, which work only in the requesting browser.
 */
export function readAuthCallback(address: string): AuthCallback {
  const fields = new URLSearchParams(address.replace(/^[?#]/u, '').replace('#', '&'));
  const session = fields.has('access_token') ? 'session_in_address' : null;
  const error = fields.get('error_code') ?? fields.get('error') ?? session;
  return {
    // Treat an empty code as missing.
    code: fields.get('code') || null,
    flowId: fields.get('sb_flow_id'),
    error: error === null ? null : { code: error, message: fields.get('error_description') ?? '' },
    message: fields.get('message'),
  };
}

/** Clears the stored parameters, so that a reload does not repeat the callback. */
export const clearAuthCallback = (): void => history.replaceState(null, '');
