/** Restores a backup into an empty database, or in place of the private database: `npm run restore -- FILE [--replace]`. */
import { resolveFile, runCommand } from '#server/command/run-command.ts';
import { messages } from '#server/messages.ts';
import { ok } from '#server/result.ts';
import { replaceDatabase } from './replace-database.ts';
import { restoreBackup } from './restore-backup.ts';

await runCommand({
  usage: messages.restoreUsage,
  options: { 'end-sessions': { type: 'boolean' }, replace: { type: 'boolean' } },
  words: 1,
  purpose: 'fill',
  surround({ settings, words: [name = ''], has }, run) {
    if (!has('replace')) return run('fill');
    return replaceDatabase({ ...settings, file: resolveFile(name), now: new Date() }, () => run('refill'));
  },
  async work({ sql, words: [name = ''], has }) {
    const file = resolveFile(name);
    const restored = await restoreBackup({ sql, file, endsSessions: has('end-sessions'), now: Date.now });
    if (!restored.ok) return restored;
    const { rows, createdAt, leftOut } = restored.value;
    return ok([messages.restored(rows, createdAt), ...leftOut.map(messages.leftOut)]);
  },
});
