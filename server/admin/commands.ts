/** The commands of `npm run admin`. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseEmailAddress } from '#server/auth/accounts/users.ts';
import type { Command, CommandRequest } from '#server/command/run-command.ts';
import { failureToMessage, type Failure } from '#server/failures.ts';
import { messages } from '#server/messages.ts';
import { fail, ok, type Result } from '#server/result.ts';
import type { AccountSettings } from '#server/settings/read-settings.ts';
import { readSecrets } from '#server/tokens/secrets.ts';
import type { Admin } from './call-admin.ts';
import type { Sql } from '#server/database/database.ts';

type Lines = Promise<Result<readonly string[], Failure>>;
type AdminRequest = CommandRequest & { readonly admin: Admin };
type OneCommand = Omit<Command, 'usage'>;

/** As long as the hosted service's dashboard suspends people. */
const A_HUNDRED_YEARS = '876000h';

/** A command about an address, which may have no account yet. */
const forAddress = (
  work: (request: AdminRequest, email: string) => Lines,
  ...flags: readonly string[]
): OneCommand => ({
  options: Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' }])),
  words: 1,
  purpose: 'change',
  async work(request) {
    const [typed = ''] = request.words;
    const email = parseEmailAddress(typed);
    if (email === undefined) return fail({ type: 'admin-refused', message: `“${typed}” is not an email address` });
    const admin = await loadAdmin(request);
    return admin.ok ? work({ ...request, admin: admin.value }, email) : admin;
  },
});

/** A command about someone who has an account. */
const forPerson = (work: (request: AdminRequest, person: Person) => Lines, ...flags: readonly string[]): OneCommand =>
  forAddress(
    async (request, email) => {
      const person = await findPerson(request.sql, email);
      return person === undefined ? fail({ type: 'no-such-person', email }) : work(request, person);
    },
    ...flags,
  );

const forAll = (work: (request: CommandRequest) => Lines): OneCommand => ({ words: 0, purpose: 'change', work });

/** The commands by name. */
export const adminCommands: ReadonlyMap<string, OneCommand> = new Map([
  ['list', forAll(async ({ sql }) => ok(await describePeople(sql)))],
  ['create', forAddress(create, 'password')],
  ['invite', forAddress(invite)],
  ['reset', forPerson(reset, 'print')],
  ['disable', forPerson((request, person) => setDisabled(request, person, true))],
  ['enable', forPerson((request, person) => setDisabled(request, person, false))],
  ['confirm', forPerson(confirm)],
  ['locked-out', forAll(async ({ sql, settings }) => ok(await describeLockedOut(sql, settings.accounts)))],
  ['delete', forPerson(deletePerson, 'yes')],
  ['sizes', forAll(async ({ sql }) => ok(await describeSizes(sql)))],
  ['test-mail', forAddress(testMail)],
  ['service-key', forAll(showServiceKey)],
]);

async function create({ admin, has, input, settings }: AdminRequest, email: string): Lines {
  if (!settings.accounts.passwords) {
    if (has('password')) return fail({ type: 'passwords-off', email });
    const created = await admin.call('POST /admin/users', { email, email_confirm: true });
    return created.ok ? ok([messages.createdForProvider(email)]) : created;
  }
  if (!has('password')) {
    const link = await admin.call('POST /admin/generate_link', { type: 'invite', email });
    return link.ok ? ok([messages.inviteLink(email), link.value]) : link;
  }
  const password = await readPassword(input);
  if (password === '') return fail({ type: 'admin-refused', message: 'There is no password on standard input' });
  const created = await admin.call('POST /admin/users', { email, password, email_confirm: true });
  return created.ok ? ok([messages.personCreated(email)]) : created;
}

async function invite({ admin, settings }: AdminRequest, email: string): Lines {
  if (!settings.accounts.passwords) return fail({ type: 'passwords-off', email });
  const invited = await admin.call('POST /invite', { email });
  return invited.ok ? finish(admin, messages.invited(email)) : invited;
}

async function reset({ admin, has, settings }: AdminRequest, { email, isDisabled }: Person): Lines {
  if (!settings.accounts.passwords) return fail({ type: 'passwords-off', email });
  if (isDisabled) return fail({ type: 'person-disabled', email });
  const link = await admin.call('POST /admin/generate_link', { type: 'recovery', email });
  if (!link.ok) return link;
  if (has('print')) return ok([messages.resetLink(email, admin.linkLifetime / 60), link.value]);
  admin.email({ kind: 'recovery', to: email, email, link: link.value });
  return finish(admin, messages.resetSent(email));
}

async function setDisabled({ admin }: AdminRequest, person: Person, isDisabled: boolean): Lines {
  const { id, email } = person;
  // Disabling again replaces a suspension that would end.
  if (!isDisabled && !person.isDisabled) return ok([messages.alreadyEnabled(email)]);
  const set = await admin.call(`PUT /admin/users/${id}`, { ban_duration: isDisabled ? A_HUNDRED_YEARS : 'none' });
  return set.ok ? notify(admin, isDisabled ? messages.disabled(email) : messages.enabled(email)) : set;
}

/** The operator vouches for the owner of the address, which ends all access of the person who created the account. */
async function confirm({ admin, settings }: AdminRequest, { id, email, isProven }: Person): Lines {
  if (isProven) return ok([messages.alreadyConfirmed(email)]);
  const set = await admin.call(`PUT /admin/users/${id}`, { email_confirm: true });
  return set.ok ? notify(admin, messages.confirmed(email, settings.accounts.passwords)) : set;
}

async function deletePerson({ admin, has }: AdminRequest, { id, email, lists, items }: Person): Lines {
  if (!has('yes')) return fail({ type: 'deletion-unconfirmed', email, lists, items });
  const deleted = await admin.call(`DELETE /admin/users/${id}`);
  return deleted.ok ? notify(admin, messages.deleted(email)) : deleted;
}

async function testMail({ admin }: AdminRequest, email: string): Lines {
  admin.email({ kind: 'test', to: email, email });
  return finish(admin, messages.testSent(email));
}

async function showServiceKey({ sql, settings }: CommandRequest): Lines {
  return ok([(await readSecrets(sql, settings)).secretKey]);
}

/** Loads the accounts only for the commands that change them, because that takes a moment. */
async function loadAdmin(request: CommandRequest): Promise<Result<Admin, Failure>> {
  const { createAdmin } = await import('./call-admin.ts');
  return createAdmin(request);
}

/** Waits for the email that the command is about. Without a mail server, its file and link replace the sentence. */
async function finish(admin: Admin, sentence: string): Lines {
  const sent = await admin.finish();
  if (!sent.ok) return sent;
  return ok(sent.value.length === 0 ? [sentence] : sent.value);
}

/** Waits for the email that tells the owner. The change is made even if the email cannot be sent. */
async function notify(admin: Admin, sentence: string): Lines {
  const sent = await admin.finish();
  return ok(sent.ok ? [sentence] : [sentence, failureToMessage(sent.failure)]);
}

/** Reads one line. On a terminal, it asks for it and does not show it. */
async function readPassword(input: CommandRequest['input']): Promise<string> {
  const terminal = input === process.stdin && process.stdin.isTTY;
  if (terminal) process.stderr.write(messages.passwordPrompt);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    for await (const line of createInterface({ input, output, terminal })) return line;
    return '';
  } finally {
    if (terminal) process.stderr.write('\n');
  }
}

type Person = {
  readonly id: string;
  readonly email: string;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
  readonly isConfirmed: boolean;
  /** Whether an email, an operator or a provider has proven that the address is the owner's. */
  readonly isProven: boolean;
  readonly isDisabled: boolean;
  /** The lists that the person owns, and the items on them, without deleted ones. */
  readonly lists: number;
  readonly items: number;
  /** What the person has stored, as limited by MAX_ACCOUNT_MB. */
  readonly bytes: number;
};

const query = (sql: Sql) => sql`
  select u.id, coalesce(u.email, '') as email, u.created_at as "createdAt", u.last_sign_in_at as "lastSignInAt",
    u.email_confirmed_at is not null as "isConfirmed", u.email_proved_at is not null as "isProven",
    coalesce(u.banned_until > now(), false) as "isDisabled",
    (select count(*)::int from public.lists l where l.user_id = u.id) as lists,
    (select count(*)::int from public.grocery_items i join public.lists l on l.id = i.list_id
      where l.user_id = u.id and not i.deleted) as items,
    (select coalesce(sum((s.authors -> u.id::text ->> 1)::bigint), 0)::float8 from public.list_members m
      join public.sync_state s on s.list_id = m.list_id where m.user_id = u.id) as bytes
  from auth.users u`;

/** @param email a normalized address (`parseEmailAddress`) */
async function findPerson(sql: Sql, email: string): Promise<Person | undefined> {
  const [person] = await sql<Person[]>`${query(sql)} where u.email = ${email}`;
  return person;
}

/** Describes everyone, the newest last, as a table. */
async function describePeople(sql: Sql): Promise<readonly string[]> {
  const people = await sql<Person[]>`${query(sql)} order by u.created_at, u.id`;
  if (people.length === 0) return [messages.noAccounts];
  return alignColumns([
    ['EMAIL', 'CREATED', 'LAST SIGN-IN', 'CONFIRMED', 'DISABLED', 'LISTS', 'ITEMS', 'SIZE'],
    ...people.map((person) => [
      person.email,
      toMinute(person.createdAt),
      person.lastSignInAt === null ? 'never' : toMinute(person.lastSignInAt),
      toYes(person.isConfirmed),
      toYes(person.isDisabled),
      String(person.lists),
      String(person.items),
      describeBytes(person.bytes),
    ]),
  ]);
}

/** Describes everyone who can't sign in without a password: no provider of this server, no passkey, no address that a provider could verify. */
async function describeLockedOut(sql: Sql, { providers, passkeys }: AccountSettings): Promise<readonly string[]> {
  const people = await sql<Pick<Person, 'email' | 'createdAt' | 'lastSignInAt'>[]>`
    select coalesce(u.email, '') as email, u.created_at as "createdAt", u.last_sign_in_at as "lastSignInAt"
      from auth.users u
     where u.email_proved_at is null
       and not exists (select from auth.identities i
         where i.user_id = u.id and i.provider = any(${providers.map(({ name }) => name)}))
       and not (${passkeys} and exists (select from auth.webauthn_credentials w where w.user_id = u.id))
     order by u.created_at, u.id`;
  if (people.length === 0) return [messages.nobodyLockedOut];
  const rows = people.map(({ email, createdAt, lastSignInAt }) => [
    email,
    toMinute(createdAt),
    lastSignInAt === null ? 'never' : toMinute(lastSignInAt),
  ]);
  return [messages.lockedOut, ...alignColumns([['EMAIL', 'CREATED', 'LAST SIGN-IN'], ...rows])];
}

type Totals = Readonly<Record<'people' | 'lists' | 'items' | 'bytes', number>>;

/** Describes what the database contains, and its largest tables. */
async function describeSizes(sql: Sql): Promise<readonly string[]> {
  const [totals] = await sql<Totals[]>`
    select (select count(*)::int from auth.users) as people, (select count(*)::int from public.lists) as lists,
      (select count(*)::int from public.grocery_items where not deleted) as items,
      pg_database_size(current_database())::float8 as bytes`;
  const tables = await sql<{ name: string; bytes: number }[]>`
    select relid::regclass::text as name, pg_total_relation_size(relid)::float8 as bytes from pg_stat_user_tables
    where schemaname in ('public', 'auth') order by 2 desc, 1 limit ${LARGEST}`;
  return alignColumns([
    ['People', String(totals?.people)],
    ['Lists', String(totals?.lists)],
    ['Items', String(totals?.items)],
    ['Database', describeBytes(totals?.bytes ?? 0)],
    ...tables.map(({ name, bytes }) => [`  ${name}`, describeBytes(bytes)]),
  ]);
}

const LARGEST = 10;

const toYes = (is: boolean): string => (is ? 'yes' : 'no');

/** In UTC, to the minute. */
const toMinute = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

function describeBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`;
}

function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
