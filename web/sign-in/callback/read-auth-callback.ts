/** Parses the URL parameters of an auth callback. */
import type { AuthCallback, LinkSession } from '#client/ports/accounts.ts';

/**
 * @param address the query and the fragment; GoTrue uses either or both
 *
 * A session in the URL (`access_token`) does not sign the user in. Anyone can create such a link, and it would lead to the
 * attacker's account (session fixation). This app requests codes, which work only in the requesting browser. Only the links of an
 * operator have no such browser. They lead to the choice of a password, on a screen that names the account.
 */
export function readAuthCallback(address: string): AuthCallback {
  const fields = new URLSearchParams(address.replace(/^[?#]/u, '').replace('#', '&'));
  const session = readSession(fields);
  const refused = session === null && fields.has('access_token') ? 'session_in_address' : null;
  const error = fields.get('error_code') ?? fields.get('error') ?? refused;
  return {
    // Treat an empty code as missing.
    code: fields.get('code') || null,
    flowId: fields.get('sb_flow_id'),
    session,
    error: error === null ? null : { code: error, message: fields.get('error_description') ?? '' },
    message: fields.get('message'),
  };
}

const OPERATOR_LINKS: ReadonlySet<string | null> = new Set(['invite', 'recovery']);

function readSession(fields: URLSearchParams): LinkSession | null {
  const [accessToken, refreshToken] = [fields.get('access_token'), fields.get('refresh_token')];
  if (!OPERATOR_LINKS.has(fields.get('type')) || accessToken === null || refreshToken === null) return null;
  return { accessToken, refreshToken };
}

/** Clears the stored parameters, so that a reload does not repeat the callback. */
export const clearAuthCallback = (): void => history.replaceState(null, '');
