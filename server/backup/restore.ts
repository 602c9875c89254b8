/** Restores a backup into an empty database: `npm run restore -- FILE`. */
import { messages } from '#server/messages.ts';
import { runCommand } from './command.ts';
import { restoreBackup } from './restore-backup.ts';

await runCommand({
  usage: messages.restoreUsage,
  to: 'write',
  work: (request) => restoreBackup({ ...request, now: Date.now }),
  describe: ({ rows, createdAt, leftOut }) => [
    messages.restored(rows, createdAt),
    ...leftOut.map((table) => messages.leftOut(table)),
  ],
});
