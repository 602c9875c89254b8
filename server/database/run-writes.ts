/** Short writes of several callers in one message to Postgres and one transaction, each as its caller. */
import type { Sql } from 'postgres';
import { accountOf, parseChanges, writeClaims } from './become-caller.ts';
import type { Ask, CallerRequest, RowChange, Sights, Statement } from './database.ts';
import { doubtStatements, keepStatements, nameStatements } from './kept-statements.ts';
import type { KeptStatements } from './kept-statements.ts';

/** A statement that gives one row, in its caller's name. */
export type ShortWrite = { readonly wanted: CallerRequest; readonly statement: Statement };

/** The row that it gave, what it changed, which of those who were asked see that, and who failed to answer in time. */
export type Written = {
  readonly row: object;
  readonly changes: readonly RowChange[];
  readonly sights: Sights;
  readonly silent: readonly Ask[];
};

type Wanted = {
  readonly writes: readonly ShortWrite[];
  /** Who is asked along; only beside a single write. */
  readonly asks: readonly Ask[];
};

/**
 * Runs the writes in their order: all of them happen, or none. Rejects with what the database says.
 * @param kept what the connection has prepared
 */
export async function runWrites(sql: Sql, kept: KeptStatements, { writes, asks }: Wanted): Promise<readonly Written[]> {
  const statements = [...writes, ...asks].map(({ statement }) => statement);
  const named = nameStatements(kept, statements);
  const namedAsks = named.slice(writes.length);
  const calls = writes.map((write, at) => ({ ...toCall(write), ...named[at], values: write.statement.values }));
  const along = asks.map((ask, at) => ({ ...toCall(ask), ...namedAsks[at], ...ask.of }));
  const doubtful = [...kept.doubtful];
  try {
    const answers = await sql<Answer[]>`
      select answer, changes, seen from checklist_server.run_writes(${JSON.stringify(calls)}::text::json,
        ${along.length === 0 ? null : JSON.stringify(along)}::text::json, ${doubtful}::text[])`;
    for (const name of doubtful) kept.doubtful.delete(name);
    const seen = answers[0]?.seen ?? null;
    // Where nobody was asked, nothing of theirs was prepared; nor may it have been where somebody did not answer.
    keepStatements(kept, seen === null ? named.slice(0, writes.length) : named);
    if (seen !== null) {
      doubtStatements(
        kept,
        namedAsks.filter((_, at) => seen[at] === null),
      );
    }
    return answers.map((answer) => toWritten(answer, asks));
  } catch (error) {
    doubtStatements(kept, named);
    throw error;
  }
}

type Answer = { readonly answer: object; readonly changes: string; readonly seen: readonly Places[] | null };
/** Of the rows that are seen, counted from 1; null where that could not be asked. */
type Places = readonly number[] | null;

/** As checklist_server.become_caller reads it. */
const toCall = ({ wanted: { caller, request } }: Pick<ShortWrite, 'wanted'>) => ({
  role: caller.role,
  claims: writeClaims(caller),
  account: accountOf(caller),
  method: request.method,
  path: request.path,
  headers: JSON.stringify(request.headers),
});

function toWritten({ answer, changes: text, seen }: Answer, asks: readonly Ask[]): Written {
  const changes = parseChanges(text);
  const sights = new Map(changes.map((change) => [change, new Map<string, boolean>()]));
  for (const [at, { of, key }] of asks.entries()) {
    const places = seen?.[at] ?? null;
    if (places === null) continue;
    const asked = changes.filter((change) => isOf(change, of));
    for (const [place, change] of asked.entries()) sights.get(change)?.set(key, places.includes(place + 1));
  }
  return { row: answer, changes, sights, silent: asks.filter((_, at) => seen?.[at] === null) };
}

const isOf = ({ schema, table, type }: RowChange, of: Ask['of']): boolean =>
  schema === of.schema && table === of.table && type !== 'DELETE';
