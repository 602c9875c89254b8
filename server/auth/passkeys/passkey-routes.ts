/** Passkeys: registered, signed in with, listed, named and taken away. */
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { Route, Work } from '#server/auth/route.ts';
import {
  deleteAnyPasskey,
  deleteOwnPasskey,
  listAnyPasskeys,
  listOwnPasskeys,
  renameOwnPasskey,
} from './manage-passkeys.ts';
import { finishRegistration, startRegistration } from './register-passkey.ts';
import { finishSignIn, startSignIn } from './sign-in-with-passkey.ts';

/** Where passkeys are turned off, all of it answers as if it did not exist (GoTrue, requirePasskeyEnabled). */
const ifEnabled =
  (work: Work): Work =>
  async (auth, c) =>
    auth.settings.passkeys ? work(auth, c) : fail('passkeys-disabled');

export const passkeyRoutes: readonly Route[] = [
  { method: 'POST', path: '/passkeys/registration/options', work: ifEnabled(startRegistration) },
  { method: 'POST', path: '/passkeys/registration/verify', work: ifEnabled(finishRegistration) },
  { method: 'POST', path: '/passkeys/authentication/options', work: ifEnabled(startSignIn) },
  { method: 'POST', path: '/passkeys/authentication/verify', work: ifEnabled(finishSignIn) },
  { method: 'GET', path: '/passkeys', work: ifEnabled(listOwnPasskeys) },
  { method: 'PATCH', path: '/passkeys/:passkey', work: ifEnabled(renameOwnPasskey) },
  { method: 'DELETE', path: '/passkeys/:passkey', work: ifEnabled(deleteOwnPasskey) },
  // Operators can take them away also once they are turned off.
  { method: 'GET', path: '/admin/users/:id/passkeys', work: listAnyPasskeys },
  { method: 'DELETE', path: '/admin/users/:id/passkeys/:passkey', work: deleteAnyPasskey },
];
