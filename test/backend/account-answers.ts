/**
 * The refusals of the account service in our own words: those of the hosted service, as far as they were recorded or are documented,
 * and those of the bundled server. Both the bundled server and the app are held to this table (account-answers.test.ts).
 */
import type { AccountApiFailure } from '#client/ports/account-api.ts';
import type { AccountFailure } from '#client/ports/accounts.ts';

export type AccountAnswer = {
  readonly code: string;
  readonly statuses: readonly number[];
  readonly when: string;
  /** How the app understands it at a sign-in. `refused` shows the service's own message. */
  readonly signIn: AccountFailure['type'];
  /** The same on the account screen. */
  readonly account: AccountApiFailure['type'];
};

/**
 * A row: code, statuses, when, and how the app understands it at a sign-in (`refused` if missing) and on the account screen (the
 * same if missing).
 */
type Row = readonly [
  code: string,
  statuses: number | readonly number[],
  when: string,
  signIn?: AccountFailure['type'],
  account?: AccountApiFailure['type'],
];

const toAnswer = ([code, statuses, when, signIn = 'refused', account = signIn]: Row): AccountAnswer => ({
  code,
  statuses: [statuses].flat(),
  when,
  signIn,
  account,
});

const requests: readonly Row[] = [
  ['bad_json', 400, 'the body is not JSON'],
  ['validation_failed', [400, 404, 413], 'a field is missing, malformed or too long, or an id is not one'],
  ['not_found', 404, 'the path does not exist'],
  ['unexpected_failure', 500, 'a bug, a mail server that is down, a trigger that fails', 'server-failed'],
  ['over_request_rate_limit', 429, 'too many requests', 'rate-limited'],
  ['over_email_send_rate_limit', 429, 'an email of this kind was sent too recently', 'rate-limited'],
  ['over_sms_send_rate_limit', 429, 'a text message was sent too recently', 'rate-limited'],
  ['captcha_failed', 400, 'the security check is missing or wrong', 'captcha-needed'],
];

const signIns: readonly Row[] = [
  ['invalid_credentials', 400, 'a wrong password, an unknown address, an unknown grant', 'invalid-credentials'],
  ['email_not_confirmed', 400, 'the password is right, but the address is not confirmed', 'email-unconfirmed'],
  ['user_banned', [400, 403], 'an operator suspended the account'],
  ['email_provider_disabled', [400, 422], 'passwords are switched off', 'passwords-off'],
  ['phone_provider_disabled', [400, 422], 'a phone number instead of an address'],
  ['anonymous_provider_disabled', 422, 'a sign-up without an address'],
  ['provider_disabled', 400, 'an ID token of a provider instead of a password'],
  ['saml_provider_disabled', 404, 'single sign-on instead of a password'],
  ['web3_provider_disabled', 422, 'a wallet instead of a password'],
  ['otp_disabled', 422, 'a link or a code instead of a password'],
  ['signup_disabled', 422, 'sign-up is closed', 'sign-up-closed'],
  ['invite_not_found', 422, 'sign-up needs an invitation (bundled server)', 'invitation-needed'],
  ['user_already_exists', 422, 'a sign-up with an address that has an account'],
  ['email_exists', 422, 'another account has the address'],
  ['email_address_not_authorized', 400, 'the built-in mailer of a hosted project does not send to the address'],
  ['weak_password', 422, 'the new password is too weak', 'weak-password'],
  ['same_password', 422, 'the new password is the old one', 'weak-password'],
];

const sessions: readonly Row[] = [
  ['no_authorization', 401, 'no token', 'refused', 'signed-out'],
  ['bad_jwt', 403, 'a malformed, forged or expired token', 'refused', 'signed-out'],
  ['user_not_found', [403, 404], 'the account was deleted', 'refused', 'signed-out'],
  ['session_not_found', [400, 403], 'the session has ended', 'refused', 'signed-out'],
  ['session_expired', 400, 'the session has reached its lifetime', 'refused', 'signed-out'],
  ['not_admin', 403, 'an operator call without the secret key'],
  ['refresh_token_not_found', 400, 'an unknown refresh token'],
  ['refresh_token_already_used', 400, 'a refresh token that was replaced'],
  ['conflict', 409, 'the session is being renewed elsewhere'],
];

const links: readonly Row[] = [
  ['otp_expired', 403, 'an emailed link or code that was used or has expired'],
  ['flow_state_not_found', 404, 'an unknown authorization code'],
  ['flow_state_expired', 422, 'an authorization code that has expired'],
  ['bad_code_verifier', 400, 'another browser requested the link'],
  ['bad_oauth_state', 400, 'a provider returns to a flow that is unknown or has expired'],
  ['bad_oauth_callback', 400, 'a provider returns without what it must send'],
  ['access_denied', 403, 'the person or the provider denied access'],
  ['provider_email_needs_verification', 422, 'the provider has not verified the address'],
];

const changes: readonly Row[] = [
  ['insufficient_aal', [401, 403, 422], 'a change that requires the second step', 'refused', 'code-needed-first'],
  ['reauthentication_needed', 400, 'the sign-in was too long ago', 'refused', 'sign-in-needed'],
  ['reauthentication_not_valid', 422, 'a wrong emailed code', 'refused', 'wrong-proof'],
  ['current_password_required', 400, 'no current password (hosted)', 'refused', 'current-password-needed'],
  ['current_password_invalid', 400, 'a wrong current password (hosted)', 'refused', 'invalid-credentials'],
  ['manual_linking_disabled', 404, 'linking is switched off', 'refused', 'not-offered'],
  ['identity_not_found', 422, 'unlinking an identity that is not linked'],
  ['identity_already_exists', 422, 'the account at the provider belongs to another user'],
  ['single_identity_not_deletable', 422, 'unlinking the last way to sign in'],
];

const factors: readonly Row[] = [
  ['mfa_totp_enroll_not_enabled', 422, 'authenticator apps are switched off', 'refused', 'not-offered'],
  ['mfa_totp_verify_not_enabled', 422, 'authenticator apps are switched off', 'refused', 'not-offered'],
  ['mfa_webauthn_enroll_not_enabled', 422, 'a passkey as a second step'],
  ['mfa_phone_enroll_not_enabled', 422, 'phones are switched off', 'refused', 'not-offered'],
  ['mfa_phone_verify_not_enabled', 422, 'phones are switched off', 'refused', 'not-offered'],
  ['mfa_factor_name_conflict', 422, 'a second step with this name exists'],
  ['mfa_verified_factor_exists', 422, 'a phone is already set up'],
  ['too_many_enrolled_mfa_factors', 422, 'more than ten second steps'],
  ['mfa_factor_not_found', [404, 422], 'the second step or its challenge does not exist'],
  ['mfa_ip_address_mismatch', 422, 'a challenge that was used, or from another network'],
  ['mfa_challenge_expired', 422, 'a challenge older than five minutes'],
  ['mfa_verification_failed', 422, 'a wrong code'],
  ['sms_send_failed', 422, 'the text message could not be sent'],
];

const passkeys: readonly Row[] = [
  ['passkey_disabled', 404, 'passkeys are switched off', 'refused', 'not-offered'],
  ['webauthn_credential_not_found', 404, 'the passkey does not exist'],
  ['webauthn_credential_exists', 422, 'the passkey is already registered'],
  ['too_many_passkeys', 422, 'too many passkeys'],
  ['webauthn_challenge_not_found', 400, 'an unknown challenge, or one that was used'],
  ['webauthn_challenge_expired', 400, 'a challenge that has expired'],
  ['webauthn_verification_failed', 400, 'a signature that does not match'],
];

export const ACCOUNT_ANSWERS: readonly AccountAnswer[] = [
  ...requests,
  ...signIns,
  ...sessions,
  ...links,
  ...changes,
  ...factors,
  ...passkeys,
].map(toAnswer);
