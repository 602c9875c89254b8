/** The console messages and error texts of the server. `failures.ts` has those of failures. */

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
  noPasswords: (providers: readonly string[]) =>
    `Sign-in: without passwords, with ${providers.join(', ')}. To see who can't sign in: npm run admin -- locked-out`,
  mailToFiles: (folder: string) => `Emails: saved in ${folder}, because SMTP_URL is not set`,
  mailBy: (host: string) => `Emails: sent by ${host}`,
  backups: (hours: number, folder: string, kept: number) =>
    `Backups: every ${hours === 1 ? 'hour' : `${hours} hours`} in ${folder}, keeping the last ${kept === 1 ? 'one' : kept}`,
  running: (version: string, build: string, schema: string) =>
    `Version: ${version}, build ${build}${schema === '' ? '' : `, schema ${schema}`}`,
  recovering:
    'Postgres is recovering, for example after a power cut. On a slow disk this can take minutes. Do not stop it.',
  howToStop: 'Press Ctrl+C to stop.',
  stopped: 'Checklist has stopped.',
  cutOff: 'Checklist has stopped without waiting for open requests.',
  ignored: (variable: string) => `${variable} is not a setting and has no effect.`,
  mailServerFailed: (host: string) =>
    `A test connection to the mail server ${host} failed, so emails cannot be sent. Check SMTP_URL.`,
  providerFailed: (name: string) =>
    `The sign-in provider ${name} did not respond as expected, so signing in with it fails. Check PROVIDER_${name.toUpperCase()}_ISSUER.`,
  loginOfOwner:
    'Requests of users run with the login of the database\'s owner. See "The database" in docs/guides/several-servers.md.',
  privateDatabaseLeft: (folder: string) =>
    `${folder} has a database with accounts and lists, but DATABASE_URL names another one, which has no accounts. To move them there, see "The database" in docs/guides/several-servers.md.`,
  metricsRefused: 'The metrics require the token from METRICS_TOKEN.',
  backendElsewhere: 'Another server keeps the accounts of this app. See /config.json for its address.',
  backupUsage: 'Usage: npm run backup -- FILE',
  restoreUsage: 'Usage: npm run restore -- FILE [--end-sessions] [--replace]',
  saved: (rows: number, file: string) =>
    `Saved ${rows} rows to ${file}. Anyone who can read this file can sign in as your users, so keep it safe.`,
  restored: (rows: number, createdAt: string) => `Restored ${rows} rows from the backup of ${createdAt}.`,
  replaced: (folder: string) =>
    `The previous database is in ${folder}. After you check the restored lists, delete that folder.`,
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
  confirm EMAIL            confirms an address, so that its owner can sign in with a provider
  locked-out               lists everyone who can't sign in without a password
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
  createdForProvider: (email: string) =>
    `Created the account ${email}. Its owner can sign in with a provider that has verified this address.`,
  confirmed: (email: string, passwords: boolean) =>
    `Confirmed ${email}, removed its password and logged out all devices. Its owner can ${passwords ? 'choose a new password, or ' : ''}sign in with a provider that has verified this address.`,
  alreadyConfirmed: (email: string) => `${email} was already confirmed.`,
  nobodyLockedOut: 'Everyone can sign in without a password.',
  lockedOut:
    'These people have no linked provider, no passkey and no verified address. To verify one: npm run admin -- confirm EMAIL',
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
  starting: 'Checklist is starting. Try again in a moment.',
  notFoundTitle: 'Page not found',
  notFound: 'There is no page at this address.',
  outside: (basePath: string) => `There is nothing at this address. Checklist is at ${basePath}/.`,
  notFoundWayOut: 'Open the shopping list',
  broken: 'Something went wrong on the server. Try again.',
} as const;
