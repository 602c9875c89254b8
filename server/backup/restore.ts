/** Makes an empty database what a backup says: `npm run restore -- FILE`. */
import { sentences } from '#server/messages.ts';
import { runCommand } from './command.ts';
import { restoreBackup } from './restore-backup.ts';

await runCommand({
  usage: sentences.restoreUsage,
  to: 'write',
  work: (asked) => restoreBackup({ ...asked, now: Date.now }),
  describe: ({ rows, createdAt, leftOut }) => [
    sentences.restored(rows, createdAt),
    ...leftOut.map((table) => sentences.leftOut(table)),
  ],
});
