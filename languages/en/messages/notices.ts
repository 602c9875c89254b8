/** Messages of the notices above the list. */
import type { StorageFailure } from '#client/ports/storage.ts';
import type { FailureType, Sentences } from './failures.ts';

export const storageFailures: Sentences<FailureType<StorageFailure>> = {
  'storage-full':
    'This device is out of storage. You can keep using your list, but you may lose your latest changes when you close the app.',
  'storage-blocked': 'This browser doesn’t let Checklist store data. You’ll lose your list when you close this page.',
  'storage-busy':
    'Checklist’s storage isn’t responding. Close all other Checklist tabs, then reload this page. Changes you make here until then will be lost.',
  'storage-closed': 'The browser closed Checklist’s storage. Save the list as a file, then reload this page.',
};

export const notice = {
  update: 'A new version is available.',
  updateNow: 'Reload',
  later: 'Later',
  saveFile: 'Save the list as a file',
  fileName: (date: string) => `checklist-${date}.json`,
} as const;
