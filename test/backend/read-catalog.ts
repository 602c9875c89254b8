/** Describes all objects of a database as sorted lines, so that two databases can be compared. */
import type { TransactionSql } from '#server/database/database.ts';

/**
 * Reads the catalog. A privilege that an object has by default is the same as one that was granted. Three things are left out,
 * because nothing depends on them: the names of constraints NOT NULL, which only Postgres 18 has, those of internal triggers, and
 * those of columns in indexes, which do not follow when a column is renamed.
 */
export async function readCatalog(tx: TransactionSql): Promise<readonly string[]> {
  // Without a search path, names have their schemas.
  await tx`set local search_path = ''`;
  const lines: string[] = [];
  for (const query of QUERIES) lines.push(...(await tx.unsafe<{ line: string }[]>(query)).map((row) => row.line));
  return lines.toSorted();
}

const SCHEMAS = `(select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')`;

/** Privileges as text, sorted. */
const acl = (privileges: string, kind: string, owner: string): string => `(
  select string_agg(concat_ws(' ', coalesce(nullif(a.grantee, 0)::regrole::text, 'public'), a.privilege_type, a.is_grantable,
    'from', a.grantor::regrole), ', ' order by a.grantee::regrole::text, a.privilege_type, a.grantor::regrole::text)
  from aclexplode(coalesce(${privileges}, acldefault('${kind}', ${owner}))) a)`;

const line = (...parts: readonly string[]): string => `select concat_ws(' | ', ${parts.join(', ')}) as line`;

const QUERIES: readonly string[] = [
  // Every object that is not of Postgres itself, of whatever kind.
  `${line("'object'", 'pg_describe_object(d.classid, d.objid, 0)')}
     from (select distinct classid, objid from pg_depend where objid >= 16384) d
    where d.classid <> 'pg_attrdef'::regclass
      and not exists (select from pg_class c where d.classid = 'pg_class'::regclass and c.oid = d.objid and c.relnamespace = 'pg_toast'::regnamespace)
      and not exists (select from pg_constraint c where d.classid = 'pg_constraint'::regclass and c.oid = d.objid and c.contype = 'n')
      and not exists (select from pg_trigger t where d.classid = 'pg_trigger'::regclass and t.oid = d.objid and t.tgisinternal)
      and not exists (select from pg_type t where d.classid = 'pg_type'::regclass and t.oid = d.objid and t.typnamespace = 'pg_toast'::regnamespace)`,
  `${line("'schema'", 'n.nspname', 'n.nspowner::regrole', acl('n.nspacl', 'n', 'n.nspowner'))} from pg_namespace n where n.oid in ${SCHEMAS}`,
  `${line(
    "'relation'",
    'c.oid::regclass',
    'c.relkind',
    'c.relpersistence',
    'c.relowner::regrole',
    'c.relrowsecurity',
    'c.relforcerowsecurity',
    'c.relreplident',
    'c.reloptions::text',
    "case when c.relkind in ('r', 'v', 'm', 'p') then " +
      acl('c.relacl', 'r', 'c.relowner') +
      ' else c.relacl::text end',
  )} from pg_class c where c.relnamespace in ${SCHEMAS}`,
  `${line(
    "'column'",
    'c.oid::regclass',
    'a.attnum',
    'a.attname',
    'format_type(a.atttypid, a.atttypmod)',
    'a.attnotnull',
    "coalesce(pg_get_expr(d.adbin, d.adrelid), '-')",
    'a.attidentity',
    'a.attgenerated',
    'a.attstorage',
    'a.attcompression',
    'a.attcollation::regcollation',
    'a.attoptions::text',
    "(select string_agg(concat_ws(' ', e.grantee::regrole, e.privilege_type, e.is_grantable), ', ' order by e.grantee::regrole::text, e.privilege_type) from aclexplode(a.attacl) e)",
  )} from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace in ${SCHEMAS} and c.relkind <> 'i' and a.attnum > 0`,
  `${line(
    "'constraint'",
    'c.conrelid::regclass',
    "case when c.contype = 'n' then '' else c.conname end",
    'pg_get_constraintdef(c.oid)',
    'c.convalidated',
    'c.condeferrable',
  )} from pg_constraint c where c.connamespace in ${SCHEMAS}`,
  `${line("'index'", 'pg_get_indexdef(i.indexrelid)', 'i.indisvalid', 'i.indisprimary', 'i.indisreplident', 'i.indisclustered')}
     from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace in ${SCHEMAS}`,
  `${line(
    "'function'",
    'pg_get_functiondef(p.oid)',
    'p.proowner::regrole',
    acl('p.proacl', 'f', 'p.proowner'),
  )} from pg_proc p where p.pronamespace in ${SCHEMAS} and p.prokind in ('f', 'p')`,
  `${line("'trigger'", 'pg_get_triggerdef(t.oid)', 't.tgenabled')} from pg_trigger t where not t.tgisinternal`,
  `${line(
    "'policy'",
    'p.polrelid::regclass',
    'p.polname',
    'p.polcmd',
    'p.polpermissive',
    'p.polroles::regrole[]',
    "coalesce(pg_get_expr(p.polqual, p.polrelid), '-')",
    "coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '-')",
  )} from pg_policy p`,
  `${line("'publication'", "to_jsonb(p.*) - 'oid' - 'pubowner'", 'p.pubowner::regrole')} from pg_publication p`,
  `${line("'published'", 'p.*::text')} from pg_publication_tables p`,
  `${line("'comment'", 'pg_describe_object(d.classoid, d.objoid, d.objsubid)', 'd.description')} from pg_description d where d.objoid >= 16384`,
  `${line("'type'", 'format_type(t.oid, null)', 't.typtype', 't.typowner::regrole', acl('t.typacl', 'T', 't.typowner'))}
     from pg_type t where t.typnamespace in ${SCHEMAS}`,
  `${line("'sequence'", 's.seqrelid::regclass', "to_jsonb(s.*) - 'seqrelid'")} from pg_sequence s`,
  `${line("'default privileges'", 'd.defaclrole::regrole', "coalesce(nullif(d.defaclnamespace, 0)::regnamespace::text, '-')", 'd.defaclobjtype', acl('d.defaclacl', 'r', 'd.defaclrole'))}
     from pg_default_acl d`,
];
