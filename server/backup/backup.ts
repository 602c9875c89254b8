/** Saves the whole database in one file: `npm run backup -- FILE`. */
import { messages } from '#server/messages.ts';
import { runCommand } from './command.ts';
import { writeBackup } from './write-backup.ts';

await runCommand({
  usage: messages.backupUsage,
  to: 'read',
  work: ({ sql, file }) => writeBackup(sql, file),
  describe: (sums, file) => [
    messages.saved(
      sums.reduce((rows, sum) => rows + sum.rows, 0),
      file,
    ),
  ],
});
