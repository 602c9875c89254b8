/** Creates a new signing key, or with `--revoke-all` replaces all secrets at once: `npm run rotate-key`. */
import { prepareDataFolder } from './data-folder/prepare-data-folder.ts';
import { ok } from './result.ts';
import type { Result } from './result.ts';
import { messages, failureToMessage } from './messages.ts';
import type { StartFailure } from './messages.ts';
import { readSettings } from './settings/read-settings.ts';
import { startDatabase } from './database/start-database.ts';
import { readSecrets, revokeSecrets, rotateSigningKey } from './tokens/secrets.ts';

const revokesAll = process.argv.includes('--revoke-all');
const rotated = await rotateKey();
if (rotated.ok) {
  process.stdout.write(`${revokesAll ? messages.revoked : messages.rotated}\n`);
} else {
  process.stderr.write(`${failureToMessage(rotated.failure)}\n`);
  process.exitCode = 1;
}

async function rotateKey(): Promise<Result<null, StartFailure>> {
  const settings = readSettings(process.env);
  if (!settings.ok) return settings;
  const prepared = await prepareDataFolder(settings.value.dataFolder);
  if (!prepared.ok) return prepared;
  const running = await startDatabase(settings.value);
  if (!running.ok) return running;
  const { database, stop } = running.value;
  await readSecrets(database.sql, settings.value);
  await (revokesAll ? revokeSecrets(database.sql) : rotateSigningKey(database.sql));
  await stop();
  return ok(null);
}
