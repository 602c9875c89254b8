/** What `npm run backup` and `npm run restore` have in common: a file by its name, and one sentence at the end. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Sql } from '#server/database/database.ts';
import { prepareDataFolder } from '#server/data-folder/prepare-data-folder.ts';
import type { Result } from '#server/result.ts';
import { failureToMessage } from '#server/messages.ts';
import type { Failure } from '#server/messages.ts';
import { readSettings } from '#server/settings/read-settings.ts';
import { describeThrown } from '#server/database/start-database.ts';
import { openDatabase } from './open-database.ts';

type Command<Done> = {
  /** Said where the command cannot be understood. */
  readonly usage: string;
  readonly to: 'read' | 'write';
  readonly work: (asked: Asked) => Promise<Result<Done, Failure>>;
  /** What is said when it is done. */
  readonly describe: (done: Done, file: string) => readonly string[];
};

type Asked = { readonly sql: Sql; readonly file: string; readonly endsSessions: boolean };

/** Reads the command line and the settings, opens the database, does the work, and sets the exit code. */
export async function runCommand<Done>(command: Command<Done>): Promise<void> {
  const asked = readArguments(command.to);
  if (asked === null) {
    complain(command.usage);
    return;
  }
  const result = await work(command, asked);
  if (result.ok)
    process.stdout.write(
      command
        .describe(result.value, asked.file)
        .map((line) => `${line}\n`)
        .join(''),
    );
  else complain(failureToMessage(result.failure));
}

function complain(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

type Arguments = Omit<Asked, 'sql'>;

function readArguments(to: 'read' | 'write'): Arguments | null {
  try {
    const options = to === 'write' ? { 'end-sessions': { type: 'boolean' } as const } : {};
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [name] = positionals;
    if (name === undefined || positionals.length > 1) return null;
    // npm changes to the project's folder; whoever types means the one they are in.
    const file = resolve(process.env['INIT_CWD'] ?? process.cwd(), name);
    return { file, endsSessions: 'end-sessions' in values && values['end-sessions'] === true };
  } catch {
    return null;
  }
}

async function work<Done>({ to, work: act }: Command<Done>, asked: Arguments): Promise<Result<Done, Failure>> {
  const settings = readSettings(process.env);
  if (!settings.ok) return settings;
  const { databaseUrl, dataFolder } = settings.value;
  const prepared = to === 'write' ? await prepareDataFolder(dataFolder) : { ok: true as const };
  if (!prepared.ok) return prepared;
  const opened = await describeThrown(openDatabase({ databaseUrl, dataFolder, to }));
  if (!opened.ok) return opened;
  if (!opened.value.ok) return opened.value;
  const { sql, close } = opened.value.value;
  const done = await describeThrown(act({ ...asked, sql }));
  await close();
  return done.ok ? done.value : done;
}
