/** Second steps: set up, asked for, and taken away. */
import type { Route } from '#server/auth/route.ts';

export const factorRoutes: readonly Route[] = [];
