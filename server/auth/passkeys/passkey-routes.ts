/** Passkeys: registered, signed in with, listed, named and taken away. */
import type { Route } from '#server/auth/route.ts';

export const passkeyRoutes: readonly Route[] = [];
