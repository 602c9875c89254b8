/** What changes an account needs a further proof for. */
import type { Route } from '#server/auth/route.ts';

export const changeRoutes: readonly Route[] = [];
