/** Creates a new signing key, or with `--revoke-all` replaces all secrets at once: `npm run rotate-key`. */
import { runCommand } from '#server/command/run-command.ts';
import { messages } from './messages.ts';
import { isServing } from '#server/metrics/watch-database.ts';
import { ok } from './result.ts';
import { readSecrets, revokeSecrets, rotateSigningKey } from './tokens/secrets.ts';

const REVOKE_ALL = 'revoke-all';

await runCommand({
  usage: messages.rotateUsage,
  options: { [REVOKE_ALL]: { type: 'boolean' } },
  words: 0,
  purpose: 'change',
  async work({ sql, settings, has }) {
    await readSecrets(sql, settings);
    const isRunning = await isServing(sql);
    if (has(REVOKE_ALL)) {
      await revokeSecrets(sql);
      return ok([messages.revoked, isRunning ? messages.revokedInServers : messages.noServer]);
    }
    await rotateSigningKey(sql);
    return ok([messages.rotated, isRunning ? messages.restartServers : messages.noServer]);
  },
});
