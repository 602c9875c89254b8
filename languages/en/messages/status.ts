/** The connection status in the header, and how many changes are syncing. */
import { changes, items } from './counts.ts';

const counted = (count: number, areItems: boolean): string => (areItems ? items(count) : changes(count));

export const status = {
  online: 'Connected',
  offline: 'Offline Mode',
  syncing: (count: number, areItems = true) => `${counted(count, areItems)} syncing`,
  waiting: (count: number, areItems = true) => `${counted(count, areItems)} waiting`,
  /** On a phone, beside 'Offline Mode'. */
  waitingShort: (count: number) => `${count} waiting`,
  getting: 'Downloading your list',
} as const;
