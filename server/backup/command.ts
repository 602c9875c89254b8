/** The shared part of `npm run backup` and `npm run restore`: arguments, database, result and exit code. */
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
  /** Printed if the arguments are invalid. */
  readonly usage: string;
  readonly to: 'read' | 'write';
  readonly work: (request: CommandRequest) => Promise<Result<Done, Failure>>;
  /** Describes the result in lines for the console. */
  readonly describe: (done: Done, file: string) => readonly string[];
};

type CommandRequest = { readonly sql: Sql; readonly file: string; readonly endsSessions: boolean };

/** Reads the arguments and the settings, opens the database, runs the command, and sets the exit code. */
export async function runCommand<Done>(command: Command<Done>): Promise<void> {
  const request = readArguments(command.to);
  if (request === null) {
    printError(command.usage);
    return;
  }
  const result = await work(command, request);
  if (result.ok)
    process.stdout.write(
      command
        .describe(result.value, request.file)
        .map((line) => `${line}\n`)
        .join(''),
    );
  else printError(failureToMessage(result.failure));
}

function printError(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

type Arguments = Omit<CommandRequest, 'sql'>;

function readArguments(to: 'read' | 'write'): Arguments | null {
  try {
    const options = to === 'write' ? { 'end-sessions': { type: 'boolean' } as const } : {};
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [name] = positionals;
    if (name === undefined || positionals.length > 1) return null;
    // npm changes to the project's folder, but the name is relative to the folder where the command was typed.
    const file = resolve(process.env['INIT_CWD'] ?? process.cwd(), name);
    return { file, endsSessions: 'end-sessions' in values && values['end-sessions'] === true };
  } catch {
    return null;
  }
}

async function work<Done>({ to, work: run }: Command<Done>, request: Arguments): Promise<Result<Done, Failure>> {
  const settings = readSettings(process.env);
  if (!settings.ok) return settings;
  const { databaseUrl, dataFolder } = settings.value;
  const prepared = to === 'write' ? await prepareDataFolder(dataFolder) : { ok: true as const };
  if (!prepared.ok) return prepared;
  const opened = await describeThrown(openDatabase({ databaseUrl, dataFolder, to }));
  if (!opened.ok) return opened;
  if (!opened.value.ok) return opened.value;
  const { sql, close } = opened.value.value;
  const done = await describeThrown(run({ ...request, sql }));
  await close();
  return done.ok ? done.value : done;
}
