/** For tests: answers that the hosted service's own programs gave (GoTrue 2.196.0, PostgREST 12), as they were recorded. */

/** An answer with an error of GoTrue. */
type GoTrueError = { readonly status: number; readonly code: string; readonly message: string };

/** Answers of GoTrue, by what led to them. */
export const GOTRUE = {
  'a wrong current password': {
    status: 400,
    code: 'current_password_invalid',
    message: 'Current password required when setting new password.',
  },
  'no current password': {
    status: 400,
    code: 'current_password_required',
    message: 'Current password required when setting new password.',
  },
  'the same password': {
    status: 422,
    code: 'same_password',
    message: 'New password should be different from the old password.',
  },
  'no mail server, at a sign-up': {
    status: 500,
    code: 'unexpected_failure',
    message: 'Error sending confirmation email',
  },
  'no mail server, at a reset': { status: 500, code: 'unexpected_failure', message: 'Error sending recovery email' },
  'a failing trigger': { status: 500, code: 'unexpected_failure', message: 'Database error saving new user' },
  'apps off': { status: 422, code: 'mfa_totp_enroll_not_enabled', message: 'MFA enroll is disabled for TOTP' },
  'phones off': { status: 422, code: 'mfa_phone_enroll_not_enabled', message: 'MFA enroll is disabled for Phone' },
  'no phone number': {
    status: 400,
    code: 'validation_failed',
    message: 'Phone number required to enroll Phone factor',
  },
  'passkeys off': { status: 404, code: 'passkey_disabled', message: 'Passkeys are disabled' },
  'an unconfirmed address': { status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' },
  'a suspended refresh': { status: 400, code: 'user_banned', message: 'Invalid Refresh Token: User Banned' },
  'an email too soon': {
    status: 429,
    code: 'over_email_send_rate_limit',
    message: 'For security purposes, you can only request this after 42 seconds.',
  },
} as const satisfies Readonly<Record<string, GoTrueError>>;

/** PostgREST, for a database function that the project does not have. */
export const noFunction = (name: string) => ({
  status: 404,
  body: {
    code: 'PGRST202',
    details: `Searched for the function public.${name} without parameters or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.`,
    hint: null,
    message: `Could not find the function public.${name} without parameters in the schema cache`,
  },
});
