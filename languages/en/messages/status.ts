/** The connection status in the header, and how many changes are syncing. */
import { items } from './counts.ts';

export const status = {
  online: 'Connected',
  offline: 'Offline Mode',
  syncing: (count: number) => `${items(count)} syncing`,
  waiting: (count: number) => `${items(count)} waiting`,
  getting: 'Downloading your list',
} as const;
