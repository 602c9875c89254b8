/** Saves the whole database in one file: `npm run backup -- FILE`. */
import { resolveFile, runCommand } from '#server/command/run-command.ts';
import { messages } from '#server/messages.ts';
import { ok } from '#server/result.ts';
import { writeBackup } from './write-backup.ts';

await runCommand({
  usage: messages.backupUsage,
  words: 1,
  purpose: 'read',
  async work({ sql, words: [name = ''] }) {
    const file = resolveFile(name);
    const sums = await writeBackup(sql, file);
    if (!sums.ok) return sums;
    const rows = sums.value.reduce((count, sum) => count + sum.rows, 0);
    return ok([messages.saved(rows, file)]);
  },
});
