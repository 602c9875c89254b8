-- What a device asks for whenever it looks: the rows of several tables above the versions it knows, in one request (product Y5).
-- Row level security decides here as it does where a table is asked; whoever is not let in is refused by the same policies (0007).

-- cursors: {"grocery_items": 12, "categories": -1}: a version for each table that is asked for; -1 is before all of them.
-- Gives {"grocery_items": [row, ...], ...}: lowest version first, at most so many of each table; null for what was not asked for.
create function public.pull_rows(cursors jsonb, most integer default 1000) returns json
language plpgsql stable set search_path = ''
as $$
declare
  account uuid := auth.uid();
  page integer := least(greatest(most, 1), 5000);
  items json;
  categories json;
  lists json;
  profiles json;
begin
  if cursors ? 'grocery_items' then
    select coalesce(json_agg(r), '[]') into items from (
      select t.id, t.name, t.category, t.checked, t.deleted, t.version, t.device_id from public.grocery_items t
       where t.user_id = account and t.version > (cursors ->> 'grocery_items')::bigint
       order by t.version, t.id limit page) r;
  end if;
  if cursors ? 'categories' then
    select coalesce(json_agg(r), '[]') into categories from (
      select t.id, t.name, t.color, t.in_list, t.deleted, t.version, t.device_id from public.categories t
       where t.user_id = account and t.version > (cursors ->> 'categories')::bigint
       order by t.version, t.id limit page) r;
  end if;
  if cursors ? 'saved_lists' then
    select coalesce(json_agg(r), '[]') into lists from (
      select t.id, t.name, t.items, t.created_at, t.deleted, t.version, t.device_id from public.saved_lists t
       where t.user_id = account and t.version > (cursors ->> 'saved_lists')::bigint
       order by t.version, t.id limit page) r;
  end if;
  if cursors ? 'user_profiles' then
    select coalesce(json_agg(r), '[]') into profiles from (
      select t.id, t.list_name, t.version, t.device_id from public.user_profiles t
       where t.id = account and t.version > (cursors ->> 'user_profiles')::bigint
       order by t.version limit page) r;
  end if;
  return json_build_object('grocery_items', items, 'categories', categories, 'saved_lists', lists, 'user_profiles', profiles);
end
$$;
comment on function public.pull_rows(jsonb, integer) is
  'The caller''s rows above a version, of each table that cursors names: {"grocery_items": 12}. Lowest version first, at most `most` of each.';

revoke all on function public.pull_rows(jsonb, integer) from public, anon;
grant execute on function public.pull_rows(jsonb, integer) to authenticated, service_role;
