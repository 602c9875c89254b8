/** Runs a command of the operator on the database. */
import { constants } from 'node:os';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import postgres from 'postgres';
import { claimFolder, prepareDataFolder } from '#server/data-folder/data-folder.ts';
import { readTlsOptions } from '#server/database/connection.ts';
import type { Sql } from '#server/database/database.ts';
import { findSchemaProblem, listApplied } from '#server/database/migrate.ts';
import { describeThrown } from '#server/database/start-database.ts';
import { failureToMessage, type Failure, type OpenFailure, type StopSignal } from '#server/failures.ts';
import { startPrivatePostgres } from '#server/private-postgres/private-postgres.ts';
import { fail, ok, type Result } from '#server/result.ts';
import { readSettings, type Settings } from '#server/settings/read-settings.ts';

export type Command = {
  /** Printed if the arguments are invalid. */
  readonly usage: string;
  readonly options?: ParseArgsOptionsConfig;
  /** How many words the command takes besides its options. */
  readonly words: number;
  readonly purpose: Purpose;
  /** Prepares what the work needs before the database is opened, runs it, and cleans up. If missing, the work runs at once. */
  readonly surround?: (request: ClosedRequest, run: (purpose: Purpose) => Lines) => Lines;
  /** Does the work, and returns the lines for the console. */
  readonly work: (request: CommandRequest) => Promise<Result<readonly string[], Failure>>;
};

type Lines = Promise<Result<readonly string[], Failure>>;

/** A request whose database is not open. */
type ClosedRequest = Omit<CommandRequest, 'sql'>;

export type CommandRequest = {
  readonly sql: Sql;
  readonly settings: Settings;
  readonly words: readonly string[];
  /** Whether an option without a value is given. */
  readonly has: (option: string) => boolean;
  /** Standard input. */
  readonly input: Readable;
};

type Commands = ReadonlyMap<string, Omit<Command, 'usage'>>;

/** Runs the command that the first argument names, prints its lines, and sets the exit code. The commands share one usage text. */
export async function runCommandNamed(commands: Commands, usage: string): Promise<void> {
  report(await performNamed(commands, usage, PROCESS));
}

/** Runs the command that the first argument names, without printing anything. */
export async function performNamed(
  commands: Commands,
  usage: string,
  { args: [name = '', ...args], ...outside }: Outside,
): Promise<Result<readonly string[], Failure>> {
  const command = commands.get(name);
  return command === undefined
    ? fail({ type: 'wrong-usage', usage })
    : perform({ ...command, usage }, { ...outside, args });
}

/** Reads the arguments and the settings, opens the database, runs the command, and sets the exit code. */
export async function runCommand(command: Command): Promise<void> {
  report(await perform(command, PROCESS));
}

/** What a command gets from its process. */
type Outside = Pick<CommandRequest, 'input'> & {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** From now on, signals do not end the process. Resolves with the first one. If missing, no signal is caught. */
  readonly catchSignals?: () => Promise<StopSignal>;
};

const PROCESS: Outside = { args: process.argv.slice(2), env: process.env, input: process.stdin, catchSignals };

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const satisfies readonly StopSignal[];

/** A terminal and npm may both send the same signal. A second one that comes later ends the command at once: the database may take long to open. */
const REPEATED_MS = 1000;

function catchSignals(): Promise<StopSignal> {
  let first: number | null = null;
  return new Promise((caught) => {
    for (const signal of STOP_SIGNALS) {
      process.on(signal, () => {
        first ??= performance.now();
        if (performance.now() - first > REPEATED_MS) process.exit(128 + constants.signals[signal]);
        caught(signal);
      });
    }
  });
}

function report(result: Result<readonly string[], Failure>): void {
  if (result.ok) {
    process.stdout.write(result.value.map((line) => `${line}\n`).join(''));
  } else {
    process.stderr.write(`${failureToMessage(result.failure)}\n`);
    process.exitCode = 1;
    // As in a shell. The work may still wait for something, such as its input.
    if (result.failure.type === 'interrupted') process.exit(128 + constants.signals[result.failure.signal]);
  }
}

/** npm changes to the project's folder, but the name of a file is relative to the folder where the command was typed. */
export const resolveFile = (name: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), name);

type Arguments = Pick<CommandRequest, 'words' | 'has'>;

function readArguments({ options = {}, words }: Command, args: readonly string[]): Arguments | null {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length !== words) return null;
    return { words: positionals, has: (option) => values[option] === true };
  } catch {
    return null;
  }
}

async function perform(command: Command, { args, env, input, catchSignals: interruption }: Outside): Lines {
  const { usage, purpose, surround, work } = command;
  const read = readArguments(command, args);
  if (read === null) return fail({ type: 'wrong-usage', usage });
  const settings = readSettings(env);
  if (!settings.ok) return settings;
  const request = { ...read, settings: settings.value, input };
  const run = (chosen: Purpose): Lines => runOnDatabase({ ...request, purpose: chosen, interruption }, work);
  return surround === undefined ? run(purpose) : surround(request, run);
}

type Running = ClosedRequest & {
  readonly purpose: Purpose;
  readonly interruption: Outside['catchSignals'];
};

/** A signal ends the work, and also stops the private database, which would otherwise outlive the command unnoticed. */
async function runOnDatabase({ purpose, interruption, ...request }: Running, work: Command['work']): Lines {
  const interrupted = interruption?.().then((signal) => fail({ type: 'interrupted' as const, signal }));
  const opened = await describeThrown(openDatabase({ ...request.settings, purpose }));
  if (!opened.ok) return opened;
  if (!opened.value.ok) return opened.value;
  const { sql, close } = opened.value.value;
  const working = describeThrown(work({ ...request, sql })).then((done) => (done.ok ? done.value : done));
  const done = await Promise.race([working, ...(interrupted === undefined ? [] : [interrupted])]);
  const isInterrupted = !done.ok && done.failure.type === 'interrupted';
  await close(isInterrupted ? 0 : undefined);
  // Without its connection, the work fails, and removes what it has left unfinished.
  if (isInterrupted) await Promise.race([working, wait(CLEANUP_MS)]);
  return done;
}

const SECONDS_TO_CLOSE = 5;
const CLEANUP_MS = 1000;

export type OpenDatabase = { readonly sql: Sql; readonly close: (seconds?: number) => Promise<void> };

/**
 * What a command does: `read` and `change` require an existing database, which a server may be using, and never create one (P2).
 * `change` also requires a schema that this version knows. `fill` creates a missing database and uses it exclusively;
 * `refill` does the same in place of one that was moved aside.
 */
type Purpose = 'read' | 'change' | 'fill' | 'refill';

type Wanted = Pick<Settings, 'databaseUrl' | 'dataFolder'> & { readonly purpose: Purpose };

/** Connects without migrating the schema. */
export async function openDatabase(wanted: Wanted): Promise<Result<OpenDatabase, OpenFailure>> {
  const opened = wanted.databaseUrl === null ? await openPrivate(wanted) : ok(connect(wanted.databaseUrl, nothing));
  if (!opened.ok || wanted.purpose !== 'change') return opened;
  const problem = await describeThrown(findChangeProblem(opened.value.sql));
  if (!problem.ok || problem.value !== null) await opened.value.close();
  if (!problem.ok) return problem;
  return problem.value === null ? opened : fail(problem.value);
}

async function findChangeProblem(sql: Sql): Promise<OpenFailure | null> {
  if ((await listApplied(sql)).length === 0) return { type: 'no-checklist-data' };
  return findSchemaProblem(sql);
}

async function openPrivate({ dataFolder, purpose }: Wanted): Promise<Result<OpenDatabase, OpenFailure>> {
  const fills = purpose === 'fill' || purpose === 'refill';
  const prepared = fills ? await prepareDataFolder(dataFolder) : ok(dataFolder);
  if (!prepared.ok) return prepared;
  const started = await startPrivatePostgres(dataFolder, CREATION[purpose]);
  if (!started.ok) return started;
  const { url, stop, leave } = started.value;
  const claim = await claimFolder(url);
  if (claim !== null) {
    const end = async (): Promise<void> => {
      await claim.release();
      await stop();
    };
    return ok(connect(url, end));
  }
  leave();
  return fills ? fail({ type: 'data-folder-in-use', folder: dataFolder }) : ok(connect(url, nothing));
}

const CREATION = { read: 'never', change: 'never', fill: 'always', refill: 'replacing' } as const;

const nothing = (): Promise<void> => Promise.resolve();

function connect(url: string, end: () => Promise<void>): OpenDatabase {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => undefined, ...readTlsOptions(url) });
  return {
    sql,
    async close(seconds = SECONDS_TO_CLOSE) {
      await sql.end({ timeout: seconds });
      await end();
    },
  };
}
