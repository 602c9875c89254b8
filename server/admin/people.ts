/** What the operator's commands show of people and of the database. */
import type { Sql } from '#server/database/database.ts';
import { messages } from '#server/messages.ts';

export type Person = {
  readonly id: string;
  readonly email: string;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
  readonly isConfirmed: boolean;
  readonly isDisabled: boolean;
  /** The lists that the person owns, and the items on them, without deleted ones. */
  readonly lists: number;
  readonly items: number;
  /** What the person has stored, as limited by MAX_ACCOUNT_MB. */
  readonly bytes: number;
};

const query = (sql: Sql) => sql`
  select u.id, coalesce(u.email, '') as email, u.created_at as "createdAt", u.last_sign_in_at as "lastSignInAt",
    u.email_confirmed_at is not null as "isConfirmed", coalesce(u.banned_until > now(), false) as "isDisabled",
    (select count(*)::int from public.lists l where l.user_id = u.id) as lists,
    (select count(*)::int from public.grocery_items i join public.lists l on l.id = i.list_id
      where l.user_id = u.id and not i.deleted) as items,
    (select coalesce(sum((s.authors -> u.id::text ->> 1)::bigint), 0)::float8 from public.list_members m
      join public.sync_state s on s.list_id = m.list_id where m.user_id = u.id) as bytes
  from auth.users u`;

/** @param email a normalized address (`parseEmailAddress`) */
export async function findPerson(sql: Sql, email: string): Promise<Person | undefined> {
  const [person] = await sql<Person[]>`${query(sql)} where u.email = ${email}`;
  return person;
}

/** Describes everyone, the newest last, as a table. */
export async function describePeople(sql: Sql): Promise<readonly string[]> {
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

type Totals = Readonly<Record<'people' | 'lists' | 'items' | 'bytes', number>>;

/** Describes what the database contains, and its largest tables. */
export async function describeSizes(sql: Sql): Promise<readonly string[]> {
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
