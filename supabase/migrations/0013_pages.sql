-- Pages of rows without a list of columns (product Y5): a column that a later migration adds is in them without another change.
-- Replaces pull_rows and to_page of 0010_members.sql, which counted a text that an item does not have as 8,000 bytes, so that
-- a page of items without a note ended after about 120 of them.

-- A page of the rows of a list above a version: lowest version first, and at most 2 MB, but at least one row. Texts from before
-- there was a limit are cut. Apps ask for the next page after one with as many rows as they wanted, so a page that was cut has
-- `{}` in place of the rows that are left out, which apps skip. The last row has to be a real one.
--
-- Columns that no device shows are left out, and those of sync come last. The loop stops reading at the limit, because rows
-- can be large.
create function private.read_page(target regclass, list uuid, above bigint, most integer) returns json
language plpgsql stable set search_path = ''
as $$
declare
  hidden constant text[] := array['user_id', 'list_id', 'device_seq', 'written_by', 'deleted_at'];
  last constant text[] := array['deleted', 'added_by', 'ticked_by', 'version', 'device_id'];
  columns text;
  line json;
  lines json[] := '{}';
  bytes integer := 0;
begin
  select string_agg(case when a.atttypid = 'text'::regtype and a.attname <> 'id'
      then format('left(t.%1$I, %2$s) as %1$I', a.attname, case a.attname when 'device_id' then 100 else 2000 end)
      else format('t.%I', a.attname) end, ', ' order by array_position(last, a.attname::text) nulls first, a.attnum)
    into columns
    from pg_catalog.pg_attribute a
   where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attname::text <> all (hidden);
  for line in execute format('select row_to_json(r) from (select %s from %s t
    where t.list_id = $1 and t.version > $2 order by t.version, t.id limit $3) r', columns, target) using list, above, most
  loop
    bytes := bytes + octet_length(line::text);
    if bytes > 2000000 and cardinality(lines) > 0 then
      return to_json(trim_array(lines, 1) || array_fill('{}'::json, array[most - cardinality(lines)])
        || lines[cardinality(lines)]);
    end if;
    lines := lines || line;
  end loop;
  return to_json(lines);
end
$$;

create or replace function public.pull_rows(cursors jsonb, most integer default 1000, list uuid default auth.uid()) returns json
language plpgsql stable set search_path = ''
as $$
declare
  page integer := least(greatest(most, 1), 5000);
  items json;
  categories json;
  saved json;
  names json;
  profiles json;
  memberships json;
begin
  -- Row level security checks the session for the tables, but not for the memberships.
  perform private.require_caller();
  if not list = any (private.my_lists()) then
    perform private.refuse('403', 'not_a_member', 'You are not a member of this list.');
  end if;
  if cursors ? 'grocery_items' then
    items := private.read_page('public.grocery_items', list, (cursors ->> 'grocery_items')::bigint, page);
  end if;
  if cursors ? 'categories' then
    categories := private.read_page('public.categories', list, (cursors ->> 'categories')::bigint, page);
  end if;
  if cursors ? 'saved_lists' then
    saved := private.read_page('public.saved_lists', list, (cursors ->> 'saved_lists')::bigint, page);
  end if;
  if cursors ? 'lists' then
    select coalesce(json_agg(r.line), '[]') into names from (
      select to_jsonb(t.*) - array['user_id', 'created_at', 'device_seq'] as line from public.lists t
       where t.id = list and t.version > (cursors ->> 'lists')::bigint) r;
  end if;
  -- Earlier versions of the app read the name of the personal list here.
  if cursors ? 'user_profiles' then
    select coalesce(json_agg(r), '[]') into profiles from (
      select t.id, t.list_name, t.version, t.device_id from public.user_profiles t
       where t.id = auth.uid() and t.version > (cursors ->> 'user_profiles')::bigint) r;
  end if;
  if cursors ? 'list_members' then
    memberships := private.memberships_above((cursors ->> 'list_members')::bigint);
  end if;
  return json_build_object('grocery_items', items, 'categories', categories, 'saved_lists', saved, 'lists', names,
    'user_profiles', profiles, 'list_members', memberships);
end
$$;

drop function private.to_page(json[], integer);

revoke all on function private.read_page(regclass, uuid, bigint, integer) from public, anon, authenticated, service_role;
-- pull_rows calls it as the caller.
grant execute on function private.read_page(regclass, uuid, bigint, integer) to authenticated;
