-- The amount, the unit and the note of an item (product Q1). All are optional: earlier versions of the app, which neither
-- send nor read these columns, do not change them. Replaces functions of 0006_lists.sql.

alter table public.grocery_items add column amount numeric, add column unit text, add column note text;

-- Also leaves out the new columns of items without details, whose rows were counted before there were these columns.
create or replace function public.content_bytes(content jsonb) returns integer
language sql immutable set search_path = ''
as $$
  select octet_length((content - array['version', 'device_id', 'device_seq', 'checked', 'deleted', 'list_id', 'added_by',
    'ticked_by'] - case when content @> '{"amount": null, "unit": null, "note": null}'
    then array['amount', 'unit', 'note'] else '{}' end)::text)
$$;

-- Adds the new columns of items.
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
    select coalesce(json_agg(r), '[]') into items from (
      select t.id, t.name, t.category, t.checked, t.amount, t.unit, t.note, t.deleted, t.added_by,
        t.ticked_by, t.version, t.device_id
       from public.grocery_items t
       where t.list_id = list and t.version > (cursors ->> 'grocery_items')::bigint
       order by t.version, t.id limit page) r;
  end if;
  if cursors ? 'categories' then
    select coalesce(json_agg(r), '[]') into categories from (
      select t.id, t.name, t.color, t.in_list, t.deleted, t.version, t.device_id from public.categories t
       where t.list_id = list and t.version > (cursors ->> 'categories')::bigint
       order by t.version, t.id limit page) r;
  end if;
  if cursors ? 'saved_lists' then
    select coalesce(json_agg(r), '[]') into saved from (
      select t.id, t.name, t.items, t.created_at, t.deleted, t.version, t.device_id from public.saved_lists t
       where t.list_id = list and t.version > (cursors ->> 'saved_lists')::bigint
       order by t.version, t.id limit page) r;
  end if;
  if cursors ? 'lists' then
    select coalesce(json_agg(r), '[]') into names from (
      select t.id, t.name, t.version, t.device_id from public.lists t
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
