/** What changes an account needs a further proof for, and what people ask for by mail. */
import type { Route } from '#server/auth/route.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import { reauthenticate } from './reauthentication.ts';
import { resend } from './resend.ts';

export const changeRoutes: readonly Route[] = [
  { method: 'GET', path: '/reauthenticate', work: reauthenticate },
  { method: 'POST', path: '/resend', work: resend },
  // Nobody signs in by a mailed code or link alone: whoever forgot a password asks for a new one.
  { method: 'POST', path: '/otp', work: async () => fail('otp-disabled') },
  { method: 'POST', path: '/magiclink', work: async () => fail('otp-disabled') },
];
