-- How the changes of published tables reach every server process.
--
-- A notification inside the writing transaction would make all writers commit one after the other. So a caller's
-- transaction in this server (run-as.ts) only collects its changes in a setting; the server reads them at the end and
-- publishes them after the commit. Any other transaction, such as one of psql, sends the notification itself.

create function realtime.collect_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changes jsonb;
  head jsonb := jsonb_build_object(
    'schema', tg_table_schema, 'table', tg_table_name, 'type', tg_op,
    'commit_timestamp', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
begin
  -- ".*" means the row even if a column has the name of the alias.
  if tg_op = 'INSERT' then
    select jsonb_agg(head || jsonb_build_object('record', to_jsonb(n.*))) into changes from new_rows n;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(head || jsonb_build_object('old_record', to_jsonb(o.*))) into changes from old_rows o;
  else
    -- Both transition tables are filled row by row, in the same order.
    select jsonb_agg(head || jsonb_build_object('record', n.record, 'old_record', o.record) order by n.place)
      into changes
      from (select to_jsonb(r.*) as record, row_number() over () as place from new_rows r) n
      join (select to_jsonb(r.*) as record, row_number() over () as place from old_rows r) o using (place);
  end if;
  if changes is null then
    return null;
  end if;
  if current_setting('realtime.collects', true) = 'on' then
    perform set_config(
      'realtime.changes',
      (coalesce(nullif(current_setting('realtime.changes', true), ''), '[]')::jsonb || changes)::text,
      true
    );
  else
    perform pg_notify('realtime', jsonb_build_object('changes', jsonb_build_array(change))::text)
       from (
         select case
           when octet_length(c.value::text) < 7500 then c.value
           else realtime.shorten_change(c.value)
         end as change
         from jsonb_array_elements(changes) c
       ) each;
  end if;
  return null;
end
$$;

-- A notification holds less than 8,000 bytes. As on the hosted service, a change that is too
-- large loses its long values.
create function realtime.shorten_change(change jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select change || jsonb_strip_nulls(jsonb_build_object(
    'record', (select jsonb_object_agg(key, value) from jsonb_each(change -> 'record') where octet_length(value::text) <= 64),
    'old_record', (select jsonb_object_agg(key, value) from jsonb_each(change -> 'old_record') where octet_length(value::text) <= 64),
    'errors', jsonb_build_array('Error 413: Payload Too Large')
  ))
$$;

-- Creates the triggers on every table of the publication. The server calls this at each start, after the migrations.
create function realtime.attach_triggers() returns void
language plpgsql set search_path = ''
as $$
declare
  target record;
begin
  for target in select schemaname, tablename from pg_catalog.pg_publication_tables where pubname = 'supabase_realtime' loop
    execute format('create or replace trigger realtime_insert after insert on %I.%I referencing new table as new_rows
      for each statement execute function realtime.collect_changes()', target.schemaname, target.tablename);
    execute format('create or replace trigger realtime_update after update on %I.%I referencing old table as old_rows new table as new_rows
      for each statement execute function realtime.collect_changes()', target.schemaname, target.tablename);
    execute format('create or replace trigger realtime_delete after delete on %I.%I referencing old table as old_rows
      for each statement execute function realtime.collect_changes()', target.schemaname, target.tablename);
  end loop;
end
$$;
