/** Access to Postgres: queries as the server itself, or as a caller under row level security. */
import type { Sql, TransactionSql } from 'postgres';

/** The caller of a transaction, as row level security policies see it (PostgREST's transaction settings). */
export type Caller = {
  /** A database role: `anon`, `authenticated` or `service_role`. */
  readonly role: string;
  /** The claims of the caller's token; empty for the anonymous key. */
  readonly claims: Readonly<Record<string, unknown>>;
};

/** The request data that functions and policies can read. */
type RequestFacts = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** A statement with bound values of a caller. Values are sent without a type, so that Postgres infers each from the context. */
export type Statement = {
  readonly text: string;
  readonly values: readonly string[];
  /** Whether connections keep the statement prepared. */
  readonly isPrepared: boolean;
};

export type CallerTransaction = {
  readonly caller: Caller;
  readonly request: RequestFacts;
  /** In a read-only transaction, writes fail with 25006. */
  readonly readOnly: boolean;
  /** The statement timeout: milliseconds, or a text with a unit, such as `60s`. By default (null), it depends on the caller's role. */
  readonly timeout?: number | string | null;
};

/** One row that a committed transaction changed, of a table of the publication `supabase_realtime`. */
export type RowChange = {
  readonly schema: string;
  readonly table: string;
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE';
  /** ISO 8601, UTC. */
  readonly commit_timestamp: string;
  /** The new row of INSERT and UPDATE, as to_jsonb writes it. */
  readonly record?: Readonly<Record<string, unknown>>;
  /** The old row of UPDATE and DELETE. */
  readonly old_record?: Readonly<Record<string, unknown>>;
  /** Set if long values were left out. */
  readonly errors?: readonly string[];
};

export type ChangeListener = (changes: readonly RowChange[]) => void;

/** Limits of what users store. The triggers of supabase/migrations/0002_sync.sql enforce them. */
export type SizeLimits = {
  readonly rowBytes: number;
  /** Deleted rows count, too, because devices must learn of the deletion. */
  readonly accountRows: number;
  readonly accountBytes: number;
};

export type Database = {
  /** Runs queries as the server itself, without row level security. Its connections are separate from those of `runAs`. */
  readonly sql: Sql;
  /** The connections of callers, with a login without rights if the owner can create one (connect-database.ts). */
  readonly callerSql: Sql;
  /**
   * Runs work as the caller in one transaction, which is rolled back if the work rejects.
   * Rejects with the error of the work, such as a PostgresError with a `code`, or with an error that has the code
   * CONNECTION_* or ECONN* if the database is unavailable.
   */
  readonly runAs: <T>(transaction: CallerTransaction, work: (tx: TransactionSql) => Promise<T>) => Promise<T>;
  /** Calls the listener with the changes of each committed transaction of all processes, in commit order per process. */
  readonly onChanges: (listener: ChangeListener) => () => void;
  readonly close: () => Promise<void>;
};

export type { Sql, TransactionSql };
