-- Pulls: the rows of several tables above the versions that a device knows, in one request (product Y5).

-- The caller's memberships above a version. Strangers wrote the names.
create function private.memberships_above(cursor bigint) returns json
language sql stable security definer set search_path = '' set timezone = 'UTC'
as $$
  select coalesce(json_agg(r order by r.version), '[]') from (
    select m.list_id as id, private.clean_text(l.name, 200) as name, m.role, m.joined_at, m.deleted, m.version,
           case when l.id is not null then (
             select json_agg(json_build_object('id', o.user_id, 'name', private.clean_text(private.name_of(o.user_id), 60),
               'role', o.role) order by o.joined_at, o.user_id)
             from public.list_members o where o.list_id = m.list_id and not o.deleted
           ) end as members
      from public.list_members m
      left join public.lists l on l.id = m.list_id and not m.deleted
     where m.user_id = (select auth.uid()) and m.version > cursor
  ) r
$$;

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

-- Row level security applies as it does to the tables themselves.
--
-- cursors: a version for each table to read, such as {"grocery_items": 12, "categories": -1}; -1 is before all versions.
-- Returns {"grocery_items": [row, ...], ...}: lowest version first, at most `most` rows of each; null for tables not in cursors.
create function public.pull_rows(cursors jsonb, most integer default 1000, list uuid default auth.uid()) returns json
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
comment on function public.pull_rows(jsonb, integer, uuid) is
  'The rows of a list above a version, of each table that cursors names: {"grocery_items": 12}. Lowest version first, at most `most` of each.';
