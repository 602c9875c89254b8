/** The sentences above the list. */
import type { StorageFailure } from '#client/ports/storage.ts';
import type { FailureType, Sentences } from './failures.ts';

export const storageFailures: Sentences<FailureType<StorageFailure>> = {
  'storage-full':
    'This device has no room left. Your list goes on here, but closing the app may lose the latest changes.',
  'storage-blocked': 'This browser does not let the app keep anything. Your list lasts until you close this page.',
  'storage-closed':
    'The browser took the app’s place on this device away. Save the list as a file, then reload this page.',
};

export const notice = {
  update: 'A new version is ready.',
  updateNow: 'Reload',
  later: 'Later',
  saveFile: 'Save the list as a file',
  fileName: (date: string) => `checklist-${date}.json`,
} as const;
