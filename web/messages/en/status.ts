/** The sentences about the connection, and about what is on its way. */
import { items } from './counts.ts';

export const status = {
  online: 'Connected',
  offline: 'Offline Mode',
  syncing: (count: number) => `${items(count)} syncing`,
  waiting: (count: number) => `${items(count)} waiting`,
  getting: 'Getting your list',
} as const;
