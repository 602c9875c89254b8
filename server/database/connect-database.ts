/** Connects to a Postgres, for the server itself and for callers, and brings its schema up to date. */
import { createHmac } from 'node:crypto';
import postgres, { type Sql } from 'postgres';
import { reportBug } from '#server/log/log.ts';
import { readErrorCode } from '#server/result.ts';
import { createChangeFeed } from './change-feed.ts';
import { closeQuietly, CONNECTION, readTlsOptions } from './connection.ts';
import type { SizeLimits, Database } from './database.ts';
import { migrate } from './migrate.ts';
import { runAs } from './run-as.ts';

type Connecting = {
  /** A Postgres address of the owner: `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** The maximum number of connections for callers. The server itself has a few more, and one that listens. */
  readonly poolSize: number;
  /** Without limits, those of the migrations apply. */
  readonly sizes?: SizeLimits;
};

/**
 * Connects, applies missing migrations, and listens for changes.
 * @throws the error of Postgres or the network
 */
export async function connectDatabase({ url, poolSize, sizes }: Connecting): Promise<Database> {
  const options = { ...CONNECTION, ...readTlsOptions(url) };
  const sql = postgres(url, { ...options, max: Math.min(poolSize, OWN_POOL) });
  let callers: Sql | null = null;
  const closeAll = async (): Promise<void> => {
    await Promise.all([closeQuietly(sql), callers && closeQuietly(callers)]);
  };
  try {
    await migrate(sql);
    callers = (await connectCallers(sql, { url, poolSize })) ?? postgres(url, { ...options, max: poolSize });
    const callerSql = callers;
    const feed = await createChangeFeed(sql, reportBug);
    const parts = { sql: callerSql, publish: feed.publish, ...(sizes && { sizes }) };
    return {
      sql,
      callerSql,
      runAs: (transaction, work) => runAs(parts, transaction, work),
      onChanges: feed.onChanges,
      async close() {
        await feed.close();
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Connections of the server itself, for accounts and health checks. Callers cannot occupy them. */
const OWN_POOL = 10;

/** too_many_connections: says nothing about the login. */
const BUSY = '53300';
/** Another server of the cluster is creating the role: duplicate_object, unique_violation, "tuple concurrently updated". */
const CONCURRENT = ['42710', '23505', 'XX000'];
/** insufficient_privilege */
const FORBIDDEN = '42501';
const TRIES = 5;

/**
 * Connects for callers with a separate login, like `authenticator` of the hosted service: it owns nothing, inherits nothing,
 * and can only become `anon`, `authenticated` or `service_role`. So `reset role` gives no rights to a caller. Creates the login
 * if necessary.
 * @param owner connected as the owner of the database
 * @returns null if the owner may not create roles or connects without a password, or if the new login is refused, for example
 *   by a pooler. Callers then have to use the owner's login
 * @throws the error of Postgres or the network
 */
async function connectCallers(owner: Sql, { url, poolSize }: Connecting): Promise<Sql | null> {
  const login = deriveLogin(owner);
  if (login === null) return null;
  const sql = postgres(url, {
    ...CONNECTION,
    ...readTlsOptions(url),
    max: poolSize,
    user: login.name,
    pass: login.password,
  });
  let isConnected = false;
  try {
    isConnected = await logIn(sql, owner, login);
    return isConnected ? sql : null;
  } finally {
    if (!isConnected) await sql.end({ timeout: 0 });
  }
}

async function logIn(sql: Sql, owner: Sql, login: Login): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const refusal = await readFailure(sql`select 1`);
    if (refusal === null) return true;
    // Poolers refuse unknown logins in their own ways.
    if (readErrorCode(refusal) === BUSY) throw refusal;
    const failure = await readFailure(owner.unsafe(writeRole(login)));
    if (readErrorCode(failure) === FORBIDDEN) return false;
    if (failure !== null && !CONCURRENT.includes(readErrorCode(failure))) throw failure;
  }
  return false;
}

type Login = { readonly name: string; readonly password: string };

/**
 * Derives name and password from those of the owner. All servers of an owner therefore agree on them, and roles of a cluster
 * with several owners do not conflict.
 */
function deriveLogin({ options }: Sql): Login | null {
  const password: unknown = options.pass;
  if (typeof password !== 'string' || password === '') return null;
  // Names have at most 63 bytes.
  const name = `authenticator_${options.user}`.slice(0, 63);
  return { name, password: createHmac('sha256', password).update(name).digest('hex') };
}

const writeRole = ({ name, password }: Login): string => {
  const role = `"${name.replaceAll('"', '""')}"`;
  return `do $$ begin
    if exists (select from pg_roles where rolname = '${name.replaceAll("'", "''")}') then
      alter role ${role} login noinherit password '${password}';
    else
      create role ${role} login noinherit password '${password}';
    end if;
    grant anon, authenticated, service_role to ${role};
  end $$`;
};

/** Runs a query; null for success. */
async function readFailure(query: PromiseLike<unknown>): Promise<Error | null> {
  try {
    await query;
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error('The query failed.', { cause: error });
  }
}
