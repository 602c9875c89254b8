/**
 * Connects for callers with a separate login, like `authenticator` of the hosted service: it owns nothing, inherits nothing,
 * and can only become `anon`, `authenticated` or `service_role`. So `reset role` gives no rights to a caller.
 */
import { createHmac } from 'node:crypto';
import postgres from 'postgres';
import type { Sql } from 'postgres';
import { readTlsOptions } from './tls-options.ts';
import { readErrorCode } from '#server/error-code.ts';
import { CONNECTION } from './connection.ts';

type Connecting = {
  /** The address of the database, with the name and password of its owner. */
  readonly url: string;
  readonly poolSize: number;
};

/** Refused logins: invalid_authorization_specification, invalid_password. */
const REFUSED_LOGIN = ['28000', '28P01'];
/** Another server of the cluster is creating the role: duplicate_object, unique_violation, "tuple concurrently updated". */
const CONCURRENT = ['42710', '23505', 'XX000'];
/** insufficient_privilege */
const FORBIDDEN = '42501';
const TRIES = 10;

/**
 * Connects with the callers' login, and creates it if necessary.
 * @param owner connected as the owner of the database
 * @returns null if the owner may not create roles or connects without a password. Callers then have to use the owner's login
 * @throws the error of Postgres or the network
 */
export async function connectCallers(owner: Sql, { url, poolSize }: Connecting): Promise<Sql | null> {
  const login = deriveLogin(owner);
  if (login === null) return null;
  const sql = postgres(url, {
    ...CONNECTION,
    ...readTlsOptions(url),
    max: poolSize,
    user: login.name,
    pass: login.password,
  });
  for (let tries = 0; tries < TRIES; tries += 1) {
    const refusal = await runOr(REFUSED_LOGIN, sql`select 1`);
    if (refusal === null) return sql;
    const failure = await runOr([...CONCURRENT, FORBIDDEN], owner.unsafe(writeRole(login)));
    if (failure === FORBIDDEN) break;
  }
  await sql.end({ timeout: 0 });
  return null;
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

/** Runs a query that may fail with one of these error codes, and returns the code; null for success. Throws other errors. */
async function runOr(codes: readonly string[], query: PromiseLike<unknown>): Promise<string | null> {
  try {
    await query;
    return null;
  } catch (error) {
    const code = readErrorCode(error);
    if (codes.includes(code)) return code;
    throw error;
  }
}
