/** For tests: answers that the hosted service's own programs gave (GoTrue 2.196.0, PostgREST 12), as they were recorded. */
import { authError, json } from './fake-server.ts';

/** Answers of GoTrue, by what led to them. */
export const GOTRUE = {
  'a wrong current password': () =>
    authError(400, 'current_password_invalid', 'Current password required when setting new password.'),
  'no current password': () =>
    authError(400, 'current_password_required', 'Current password required when setting new password.'),
  'the same password': () => authError(422, 'same_password', 'New password should be different from the old password.'),
  'no mail server, at a sign-up': () => authError(500, 'unexpected_failure', 'Error sending confirmation email'),
  'no mail server, at a reset': () => authError(500, 'unexpected_failure', 'Error sending recovery email'),
  'a failing trigger': () => authError(500, 'unexpected_failure', 'Database error saving new user'),
  'apps off': () => authError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP'),
  'phones off': () => authError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'),
  'no phone number': () => authError(400, 'validation_failed', 'Phone number required to enroll Phone factor'),
  'passkeys off': () => authError(404, 'passkey_disabled', 'Passkeys are disabled'),
  'an unconfirmed address': () => authError(400, 'email_not_confirmed', 'Email not confirmed'),
  'a suspended user': () => authError(403, 'user_banned', 'User is banned'),
  'a suspended refresh': () => authError(400, 'user_banned', 'Invalid Refresh Token: User Banned'),
  'an email too soon': () =>
    authError(429, 'over_email_send_rate_limit', 'For security purposes, you can only request this after 42 seconds.'),
  'too many requests': () => authError(429, 'over_request_rate_limit', 'Request rate limit reached'),
} as const;

/** PostgREST, for a database function that the project does not have. */
export const noFunction = (name: string) =>
  json(
    {
      code: 'PGRST202',
      details: `Searched for the function public.${name} without parameters or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.`,
      hint: null,
      message: `Could not find the function public.${name} without parameters in the schema cache`,
    },
    404,
  );
