-- The same as before with less work for each statement: most writes are of one row, and there the steps around it cost more
-- than the row.

-- The server tells the account besides the claims: as long as the claims are those that it was told for, nobody has to read
-- them all, for each policy again, to find it.
create or replace function auth.uid() returns uuid language sql stable
as $$
  select (case
    when nullif(current_setting('checklist.claims', true), '') = current_setting('request.jwt.claims', true)
    then nullif(current_setting('checklist.account', true), '')
    else nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  end)::uuid
$$;

-- See 0003. Rows are written as text at once, and put together as text.
create or replace function realtime.collect_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  head text := '{"schema":' || to_json(tg_table_schema) || ',"table":' || to_json(tg_table_name) || ',"type":"' || tg_op
    || '","commit_timestamp":"' || to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"';
  records json[];
  old_records json[];
  changes text;
  collected text;
begin
  -- With ".*" the row is meant, also where a column has the alias's name. Both transition tables are filled row by row, in
  -- the same order.
  if tg_op <> 'DELETE' then
    select array_agg(row_to_json(n.*)) into records from new_rows n;
  end if;
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or records is not null) then
    select array_agg(row_to_json(o.*)) into old_records from old_rows o;
  end if;
  if records is null and old_records is null then
    return null;
  end if;
  select string_agg(
      concat(head, ',"record":' || c.record::text, ',"old_record":' || c.old_record::text, '}'), ',' order by c.place
    )
    into changes
    from unnest(records, old_records) with ordinality as c(record, old_record, place);
  if current_setting('realtime.collects', true) = 'on' then
    collected := current_setting('realtime.changes', true);
    perform set_config(
      'realtime.changes',
      case when collected <> '' then left(collected, -1) || ',' else '[' end || changes || ']',
      true
    );
  else
    perform pg_notify('realtime', jsonb_build_object('changes', jsonb_build_array(change))::text)
       from (
         select case
           when octet_length(c.value::text) < 7500 then c.value
           else realtime.shorten_change(c.value)
         end as change
         from jsonb_array_elements(('[' || changes || ']')::jsonb) c
       ) each;
  end if;
  return null;
end
$$;
