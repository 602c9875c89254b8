/** Signing in with another provider, and linking one to an account. */
import type { Route } from '#server/auth/route.ts';

export const providerRoutes: readonly Route[] = [];
