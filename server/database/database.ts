/** Access to Postgres: queries as the server itself, or as a caller under row level security. */
import type { Sql, TransactionSql } from 'postgres';

/** Who calls, as row level security sees it (PostgREST's transaction-scoped settings). */
export type Caller = {
  /** A database role: `anon`, `authenticated` or `service_role`. */
  readonly role: string;
  /** The claims of the caller's token; empty for the anonymous key. */
  readonly claims: Readonly<Record<string, unknown>>;
};

/** What functions and policies may ask of the request. */
type RequestFacts = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** A caller and the request that it made. */
type CallerRequest = {
  readonly caller: Caller;
  readonly request: RequestFacts;
};

/** A statement of which only the values are a caller's. They are sent untyped: Postgres gives each the type of its place. */
export type Statement = {
  readonly text: string;
  readonly values: readonly string[];
  /** The connection is to keep it for the next time. */
  readonly isPrepared: boolean;
};

export type CallerTransaction = CallerRequest & {
  /** In a transaction that only reads, whatever is written fails with 25006. */
  readonly readOnly: boolean;
  /** Milliseconds that a statement may take; without it, the limit of the caller's role. */
  readonly timeout?: number;
};

/** One row that a committed transaction changed, of a table of the publication `supabase_realtime`. */
export type RowChange = {
  readonly schema: string;
  readonly table: string;
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE';
  /** ISO 8601, UTC. */
  readonly commit_timestamp: string;
  /** Of INSERT and UPDATE: the whole row, as to_jsonb writes it. */
  readonly record?: Readonly<Record<string, unknown>>;
  /** Of UPDATE and DELETE. */
  readonly old_record?: Readonly<Record<string, unknown>>;
  /** There when long values were left out. */
  readonly errors?: readonly string[];
};

export type ChangeListener = (changes: readonly RowChange[]) => void;

export type Database = {
  /** Queries as the server itself: no row level security. */
  readonly sql: Sql;
  /**
   * Runs work as the caller: one transaction, committed when the promise resolves, rolled back when it rejects.
   * Rejects with what the work threw: a PostgresError (with `code`), or an error with code CONNECTION_* or ECONN* where
   * the database is away.
   */
  readonly runAs: <T>(wanted: CallerTransaction, work: (tx: TransactionSql) => Promise<T>) => Promise<T>;
  /** Runs one statement that only reads as the caller, and gives its rows; rejects as `runAs` does. */
  readonly readAs: <Row extends object>(
    wanted: Omit<CallerTransaction, 'readOnly'>,
    statement: Statement,
  ) => Promise<readonly Row[]>;
  /** Calls back with the changes of each committed transaction, of this process and of others, in commit order each. */
  readonly onChanges: (listener: ChangeListener) => () => void;
  readonly close: () => Promise<void>;
};

export type { Sql, TransactionSql };
