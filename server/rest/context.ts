/** What every request of the REST part shares. */
import type { Caller, CallerTransaction, Database } from '#server/database/database.ts';
import type { CatalogueKeeper } from './catalogue/keep-catalogue.ts';
import type { RestRequest } from './request.ts';
import type { Prepare } from './sql/prepare.ts';
import type { Transaction } from './transact.ts';
import type { Turns } from './turns.ts';

export type RestSettings = {
  /** The schemas whose tables and functions can be reached; the first is the default. */
  readonly schemas: readonly string[];
  /** The role of those who have not signed in. */
  readonly anonRole: string;
  /** A read shows at most so many rows. */
  readonly maxRows: number;
  readonly maxBodyBytes: number;
};

export type RestContext = {
  readonly database: Pick<Database, 'runAs' | 'shareAs' | 'readAs' | 'sql'>;
  readonly catalogue: CatalogueKeeper;
  readonly prepare: Prepare;
  readonly turns: Turns;
  readonly settings: RestSettings;
};

/** The transaction that a request runs in. */
export function transactionOf(context: RestContext, request: RestRequest, readOnly: boolean): Transaction {
  const { method, path, headers, caller } = request;
  const wanted: CallerTransaction = { caller, request: { method, path, headers }, readOnly };
  const { database, turns } = context;
  return { database, turns, wanted, isAnonymous: isAnonymous(context, caller) };
}

/** Whether the caller has not signed in. */
export const isAnonymous = ({ settings }: RestContext, { role }: Caller): boolean => role === settings.anonRole;
