-- Bounds the memory of a statement that changes many large rows: PATCH for a full account collected 200 MB of changes, for which
-- Postgres took 2 GB. Replaces the function of 0003_realtime.sql.

-- If the rows of a statement have more than 4 MB, their changes lose long values, as on the hosted service. Devices that receive
-- an incomplete row pull it.
create or replace function realtime.collect_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changes jsonb;
  bytes bigint := 0;
  is_large boolean;
  head jsonb := jsonb_build_object(
    'schema', tg_table_schema, 'table', tg_table_name, 'type', tg_op,
    'commit_timestamp', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
begin
  -- ".*" means the row even if a column has the name of the alias.
  if tg_op <> 'DELETE' then
    bytes := bytes + coalesce((select sum(octet_length((n.*)::text)) from new_rows n), 0);
  end if;
  if tg_op <> 'INSERT' then
    bytes := bytes + coalesce((select sum(octet_length((o.*)::text)) from old_rows o), 0);
  end if;
  is_large := bytes > 4000000;
  if tg_op = 'INSERT' then
    select jsonb_agg(case when is_large then realtime.shorten_change(c.value) else c.value end) into changes
      from (select head || jsonb_build_object('record', to_jsonb(n.*)) as value from new_rows n) c;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(case when is_large then realtime.shorten_change(c.value) else c.value end) into changes
      from (select head || jsonb_build_object('old_record', to_jsonb(o.*)) as value from old_rows o) c;
  else
    -- Both transition tables are filled row by row, in the same order.
    select jsonb_agg(case when is_large then realtime.shorten_change(c.value) else c.value end order by c.place) into changes
      from (
        select n.place, head || jsonb_build_object('record', n.record, 'old_record', o.record) as value
          from (select to_jsonb(r.*) as record, row_number() over () as place from new_rows r) n
          join (select to_jsonb(r.*) as record, row_number() over () as place from old_rows r) o using (place)
      ) c;
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
