/** Second steps: set up, asked for, and taken away. */
import type { Route } from '#server/auth/route.ts';
import { deleteAnyFactor, listAnyFactors } from './admin-factors.ts';
import { challengeFactor } from './challenge-factor.ts';
import { enrolFactor } from './enrol-factor.ts';
import { unenrolFactor } from './unenrol-factor.ts';
import { verifyFactor } from './verify-factor.ts';

export const factorRoutes: readonly Route[] = [
  { method: 'POST', path: '/factors', work: enrolFactor },
  { method: 'DELETE', path: '/factors/:id', work: unenrolFactor },
  { method: 'POST', path: '/factors/:id/challenge', work: challengeFactor },
  { method: 'POST', path: '/factors/:id/verify', work: verifyFactor },
  { method: 'GET', path: '/admin/users/:id/factors', work: listAnyFactors },
  { method: 'DELETE', path: '/admin/users/:id/factors/:factorId', work: deleteAnyFactor },
];
