/** Signing in with another provider, and linking one to an account. */
import type { Route } from '#server/auth/route.ts';
import { startLinking, startSignIn } from './authorize.ts';
import { comeBack } from './come-back.ts';
import { unlinkIdentity } from './unlink.ts';

export const providerRoutes: readonly Route[] = [
  { method: 'GET', path: '/authorize', work: startSignIn },
  { method: 'GET', path: '/callback', work: comeBack },
  { method: 'POST', path: '/callback', work: comeBack },
  { method: 'GET', path: '/user/identities/authorize', work: startLinking },
  { method: 'DELETE', path: '/user/identities/:id', work: unlinkIdentity },
];
