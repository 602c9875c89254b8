/**
 * The steps of a request, and the failures that end it, each with the status, code and message that clients expect from GoTrue.
 *
 * `yield*` takes the value of a step, or ends the request with the failure of that step, as `?` does in Rust
 * ([decision 66](../../../docs/decisions/0066-steps-end-at-the-first-failure.md)).
 */
import type { Sql, TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';

/** Steps that end with a value, or yield a failure and are not continued. Only `yield*` and `runSteps` run them. */
export type Steps<Value> = AsyncGenerator<AuthFailure, Value, undefined>;

/** Steps that wait for nothing. */
export type Checks<Value> = Generator<AuthFailure, Value, undefined>;

/** Ends the request with a failure. */
export const fail = (type: AuthFailure['type'], details: Omit<AuthFailure, 'type'> = {}): Checks<never> =>
  refuse({ type, ...details });

/** Ends the request with a failure that already exists. */
export function* refuse(failure: AuthFailure): Checks<never> {
  yield failure;
  throw new Error('A request continued after its failure.');
}

/** Runs steps and returns their value or their failure. `finally` blocks do not run after a failure. */
export async function runSteps<Value>(steps: Steps<Value> | Checks<Value>): Promise<Result<Value, AuthFailure>> {
  const { done, value } = await steps.next();
  return done === true ? { ok: true, value } : { ok: false, failure: value };
}

/**
 * Begins a transaction that waits at most three seconds for each lock: requests for an account that is being deleted, or that takes over a
 * large list, must not hold all connections. Then Postgres ends it with 55P03.
 */
export const beginBriefly = <Value>(sql: Sql, work: (tx: TransactionSql) => Promise<Value>) =>
  sql.begin(async (tx) => {
    await tx`set local lock_timeout = '3s'`;
    return work(tx);
  });

/** Runs steps in a transaction. It commits after a failure too, so that what was written before counts, such as a wrong code. */
export async function* inTransaction<Value>(sql: Sql, work: (tx: TransactionSql) => Steps<Value>): Steps<Value> {
  const result = await beginBriefly(sql, async (tx) => runSteps(work(tx)));
  return result.ok ? result.value : yield* refuse(result.failure);
}

export type AuthFailure = {
  readonly type: keyof typeof refusals;
  /** Replaces the default message if there are details. */
  readonly message?: string;
  /** The requirements that a weak password does not meet. */
  readonly reasons?: readonly string[];
  /** Seconds until a retry can succeed. */
  readonly retryAfter?: number;
};

type Refusal = {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 500;
  readonly code: string;
  readonly message: string;
};

/** Returns the status, code and message of a failure. */
export function readRefusal({ type, message }: AuthFailure): Refusal {
  const [status, code, usual] = refusals[type];
  return { status, code, message: message ?? usual };
}

const refusals = {
  'bad-json': [400, 'bad_json', 'Could not parse request body as JSON'],
  'validation-failed': [400, 'validation_failed', 'The request is not valid'],
  'body-too-large': [413, 'validation_failed', 'The request body is too large'],
  'path-not-found': [404, 'not_found', 'This path does not exist'],
  unexpected: [500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information'],
  'rate-limited': [429, 'over_request_rate_limit', 'Request rate limit reached'],
  'mail-too-soon': [429, 'over_email_send_rate_limit', 'For security purposes, you can only request this later.'],

  'unsupported-grant': [400, 'invalid_credentials', 'unsupported_grant_type'],
  'invalid-credentials': [400, 'invalid_credentials', 'Invalid login credentials'],
  'email-not-confirmed': [400, 'email_not_confirmed', 'Email not confirmed'],
  'user-banned': [400, 'user_banned', 'User is banned'],
  'phone-logins-disabled': [422, 'phone_provider_disabled', 'Phone logins are disabled'],

  // Passwords are switched off (product P8), as hosted projects switch off the provider `email`.
  'password-logins-disabled': [422, 'email_provider_disabled', 'Email logins are disabled'],
  'password-signups-disabled': [400, 'email_provider_disabled', 'Email signups are disabled'],

  'signup-disabled': [422, 'signup_disabled', 'Signups not allowed for this instance'],
  'invitation-needed': [422, 'invite_not_found', 'Signups need an invitation on this server'],
  'phone-signups-disabled': [400, 'phone_provider_disabled', 'Phone signups are disabled'],
  'anonymous-disabled': [422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
  'user-exists': [422, 'user_already_exists', 'User already registered'],
  'email-exists': [422, 'email_exists', 'A user with this email address has already been registered'],
  'invalid-email': [400, 'validation_failed', 'Unable to validate email address: invalid format'],
  'no-password': [400, 'validation_failed', 'Signup requires a valid password'],
  'long-password': [400, 'validation_failed', 'Password cannot be longer than 72 characters'],
  'weak-password': [422, 'weak_password', 'Password is too weak'],
  'same-password': [422, 'same_password', 'New password should be different from the old password.'],

  'no-authorization': [401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
  'bad-jwt': [403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature'],
  'unknown-user': [403, 'user_not_found', 'User from sub claim in JWT does not exist'],
  'unknown-session': [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'],
  'bearer-banned': [403, 'user_banned', 'User is banned'],
  'not-admin': [403, 'not_admin', 'User not allowed'],
  'user-not-found': [404, 'user_not_found', 'User not found'],

  'refresh-token-malformed': [400, 'validation_failed', 'Refresh token is not valid'],
  'refresh-token-not-found': [400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
  'refresh-token-used': [400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'],
  'session-gone': [400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found'],
  'session-expired': [400, 'session_expired', 'Invalid Refresh Token: Session Expired'],
  'refresh-conflict': [
    409,
    'conflict',
    'Too many concurrent token refresh requests on the same session or refresh token',
  ],
  'account-busy': [409, 'conflict', 'Another request is changing this account. Please try again.'],

  'link-dead': [403, 'otp_expired', 'Email link is invalid or has expired'],
  'token-dead': [403, 'otp_expired', 'Token has expired or is invalid'],
  'flow-not-found': [404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'],
  'flow-expired': [422, 'flow_state_expired', 'invalid flow state, flow state has expired'],
  'wrong-verifier': [400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier'],

  'insufficient-aal': [
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  ],
  // Not 403: auth-js would report success.
  'sign-out-needs-aal2': [422, 'insufficient_aal', 'AAL2 session is required to sign out other devices'],
  'reauthentication-needed': [400, 'reauthentication_needed', 'Password update requires reauthentication'],
  'reauthentication-wrong': [422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'],
  'sso-disabled': [404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  'web3-disabled': [422, 'web3_provider_disabled', 'Web3 provider is disabled'],
  'id-token-disabled': [400, 'provider_disabled', 'Signing in with an ID token is not offered'],
  'otp-disabled': [422, 'otp_disabled', 'Signing in by a mailed link or code is not offered'],
  'captcha-failed': [400, 'captcha_failed', 'captcha protection: request disallowed'],

  'enroll-disabled': [422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP'],
  'phone-enroll-disabled': [422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'],
  'webauthn-enroll-disabled': [422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn'],
  'verify-disabled': [422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP'],
  'phone-verify-disabled': [422, 'mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone'],
  'factor-name-taken': [
    422,
    'mfa_factor_name_conflict',
    'A factor with this friendly name for this user already exists',
  ],
  'factor-exists': [
    422,
    'mfa_verified_factor_exists',
    'A verified phone factor already exists, unenroll the existing factor to continue',
  ],
  'too-many-factors': [
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  ],
  'enroll-needs-aal2': [403, 'insufficient_aal', 'AAL2 required to enroll a new factor'],
  'unenroll-needs-aal2': [422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'],
  'factor-id-malformed': [404, 'validation_failed', 'factor_id must be an UUID'],
  'factor-not-found': [404, 'mfa_factor_not_found', 'Factor not found'],
  'challenge-not-found': [422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'],
  'challenge-elsewhere': [422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'],
  'challenge-expired': [
    422,
    'mfa_challenge_expired',
    'MFA challenge has expired, verify against another challenge or create a new challenge.',
  ],
  'wrong-code': [422, 'mfa_verification_failed', 'Invalid TOTP code entered'],
  'text-not-sent': [422, 'sms_send_failed', 'Error sending the text message'],
  'text-too-soon': [429, 'over_sms_send_rate_limit', 'For security purposes, you can only request this later.'],

  'unsupported-provider': [400, 'validation_failed', 'Unsupported provider: provider is not enabled'],
  'linking-disabled': [404, 'manual_linking_disabled', 'Manual linking is disabled'],
  'linking-needs-aal2': [
    401,
    'insufficient_aal',
    'AAL2 session is required to link or unlink sign-ins when MFA is enabled',
  ],
  // The hosted service also links without a challenge.
  'linking-needs-challenge': [
    400,
    'validation_failed',
    "Linking needs code_challenge and code_challenge_method: set flowType: 'pkce' in the client",
  ],
  'identity-not-found': [422, 'identity_not_found', "Identity doesn't exist"],
  'last-identity': [422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking'],
  'identity-taken': [422, 'identity_already_exists', 'Identity is already linked to another user'],
  'provider-failed': [500, 'unexpected_failure', 'Unable to exchange external code'],
  'provider-denied': [403, 'access_denied', 'The sign-in provider denied access'],
  'provider-email-missing': [422, 'provider_email_needs_verification', 'Unverified email with the provider'],
  'bad-oauth-state': [400, 'bad_oauth_state', 'OAuth state is invalid or has expired'],
  'bad-oauth-callback': [400, 'bad_oauth_callback', 'OAuth callback with invalid parameters'],

  'passkeys-disabled': [404, 'passkey_disabled', 'Passkeys are disabled'],
  'passkey-not-found': [404, 'webauthn_credential_not_found', 'Passkey not found'],
  'passkey-exists': [422, 'webauthn_credential_exists', 'This passkey is already registered'],
  'too-many-passkeys': [422, 'too_many_passkeys', 'Maximum number of passkeys reached'],
  'passkey-challenge-not-found': [400, 'webauthn_challenge_not_found', 'Challenge not found or already used'],
  'passkey-challenge-expired': [400, 'webauthn_challenge_expired', 'Challenge has expired'],
  'passkey-failed': [400, 'webauthn_verification_failed', 'The passkey could not be verified'],
  'passkey-needs-aal2': [403, 'insufficient_aal', 'AAL2 session is required to manage passkeys when MFA is enabled'],
} as const satisfies Readonly<Record<string, readonly [Refusal['status'], string, string]>>;

/** All types of failures. */
// The keys of `refusals` are the types.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const authFailureTypes = Object.keys(refusals) as readonly AuthFailure['type'][];
