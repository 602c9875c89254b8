-- The stores of a list, an order of categories in each of them, and the items that are tied to one (product O2, O3). Replaces functions
-- and a trigger of the baseline (4_limits.sql, 8_accounts.sql, 9_rights.sql), and functions of 0014_orders.sql.

-- The names of stores by their ids. A write sets the keys that it names and keeps the others. Null means that a store was removed: the
-- key stays, so that devices that pull the row find out. Earlier versions of the app neither send nor read this column.
alter table public.lists add column stores jsonb not null default '{}';
grant insert (stores), update (stores) on public.lists to authenticated;

-- The id of the store where an item is bought. The list may not have it.
alter table public.grocery_items add column store text;

-- Merges the written keys into the row's. A value that the app could not have written is left out and refuses nothing (1_tables.sql of
-- the baseline). At most 30 stores and 30 removed ones stay, and those that the row has go before new ones, so that no member can
-- replace another's stores by adding some, or fill the row (H12). The app adds no store to 20 or more, but people who are apart can
-- have more together. An upsert also inserts: then the row is not the list's yet, and nothing is limited but its size.
create function private.merge_stores() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if jsonb_typeof(new.stores) is distinct from 'object' then
    new.stores := '{}';
  end if;
  -- Operators may restore earlier rows.
  if auth.uid() is not null and new.stores <> '{}' then
    new.stores := coalesce((
      select jsonb_object_agg(c.key, c.name) from (
        select e.key, e.value, private.clean_text(e.value #>> '{}', 200) as name from jsonb_each(new.stores) e
         where e.key ~ '^[A-Za-z0-9-]{1,48}$') c
       where jsonb_typeof(c.value) = 'null' or (jsonb_typeof(c.value) = 'string' and c.name <> '')), '{}');
  end if;
  if tg_op = 'UPDATE' then
    new.stores := coalesce((
      select jsonb_object_agg(k.key, k.value) from (
        select e.key, e.value, row_number() over (partition by e.value = 'null'
            order by old.stores ->> e.key is null, case when e.value = 'null' then e.key end desc, e.key) as place
          from jsonb_each(old.stores || new.stores) e where e.value <> 'null' or old.stores ? e.key) k
       where k.place <= 30), '{}');
  end if;
  return new;
end
$$;
-- Before assign_version, because triggers run in the order of their names.
create trigger a_merge_stores before insert or update of stores on public.lists
  for each row execute function private.merge_stores();
-- Devices learn of a changed store as they learn of a new name of the list.
create trigger announce_stores after update on public.lists
  for each row when (old.stores is distinct from new.stores) execute function private.on_list_renamed();

-- Also merges the places in the orders of stores, {"store_ID": ..., "start_ID": ...}, and keeps those of the list's stores before others
-- (H12). Together with the list's own order, these are at most 62 keys.
create or replace function private.merge_ranks() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := '{}';
  stores jsonb;
begin
  if jsonb_typeof(new.ranks) is distinct from 'object' then
    new.ranks := '{}';
  end if;
  -- Operators may restore earlier rows.
  if auth.uid() is not null and new.ranks <> '{}' then
    new.ranks := coalesce((
      select jsonb_object_agg(e.key, e.value) from jsonb_each(new.ranks) e
       where e.key ~ '^[A-Za-z0-9_-]{1,64}$' and case jsonb_typeof(e.value)
         when 'null' then true
         when 'number' then octet_length(e.value::text) <= 40 and abs((e.value #>> '{}')::numeric) < 1000000000
         else false end), '{}');
  end if;
  if tg_op = 'UPDATE' then
    before := old.ranks;
  end if;
  new.ranks := before || new.ranks;
  if (select count(*) from jsonb_object_keys(new.ranks)) > 64 then
    select l.stores into stores from public.lists l where l.id = coalesce(new.list_id, new.user_id);
    new.ranks := (
      select jsonb_object_agg(kept.key, kept.value) from (
        select e.key, e.value from jsonb_each(new.ranks) e
         order by e.key not in ('list', 'start'), e.value = 'null',
           stores ->> substring(e.key from '^(?:store|start)_(.*)$') is null, not before ? e.key, e.key limit 64) kept);
  end if;
  return new;
end
$$;

-- Also leaves out the store of an item that has none, because items were counted before this column existed.
create or replace function public.content_bytes(content jsonb) returns integer
language sql immutable set search_path = ''
as $$
  select 100 + octet_length((content - array['version', 'device_id', 'device_seq', 'checked', 'deleted', 'list_id', 'added_by',
    'ticked_by', 'written_by', 'deleted_at'] - case when content @> '{"amount": null, "unit": null, "note": null}'
    then array['amount', 'unit', 'note'] else '{}' end - case when content @> '{"store": null}' then array['store'] else '{}' end
    - case when content ->> 'ranks' = '{}' then array['ranks'] else '{}' end)::text)
$$;

-- Also checks the length of an item's store.
create or replace function private.check_texts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  after jsonb := to_jsonb(new);
  before jsonb := case tg_op when 'UPDATE' then to_jsonb(old) end;
  field text;
  exists_already boolean := false;
begin
  -- Operators may restore earlier rows.
  if auth.uid() is null then
    return new;
  end if;
  foreach field in array array['name', 'note', 'unit', 'store', 'category', 'color', 'list_name'] loop
    if after ->> field is distinct from before ->> field and private.is_too_long(after ->> field) then
      raise exception using errcode = 'PT422', hint = 'text_too_long',
        message = 'This text is too long. The limit is 200 characters.';
    end if;
  end loop;
  if octet_length(new.device_id) > 100 and new.device_id is distinct from before ->> 'device_id' then
    raise exception using errcode = 'PT422', hint = 'text_too_long', message = 'The id of this device is too long.';
  end if;
  if tg_op = 'INSERT' and octet_length(new.id::text) > 200 then
    -- An upsert fires this trigger for its inserts also if the row exists.
    execute format('select exists (select from public.%I where id::text = $1)', tg_table_name)
      into exists_already using new.id::text;
    if not exists_already then
      raise exception using errcode = 'PT422', hint = 'text_too_long', message = 'This id is too long.';
    end if;
  end if;
  return new;
end
$$;
drop trigger check_texts on public.grocery_items;
create trigger check_texts before insert or update on public.grocery_items for each row
  when (octet_length(new.name) > 100 or octet_length(new.category) > 100 or octet_length(new.note) > 100
    or octet_length(new.unit) > 100 or octet_length(new.store) > 100 or octet_length(new.id) > 100
    or octet_length(new.device_id) > 100)
  execute function private.check_texts();

-- Also empties the store of deleted items.
drop index public.grocery_items_to_empty;
create index grocery_items_to_empty on public.grocery_items (list_id, deleted_at)
  where deleted and (amount is not null or unit is not null or note is not null or store is not null);
create or replace function private.empty_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  collects text := coalesce(current_setting('realtime.collects', true), '');
begin
  if current_setting('sync.has_deleted', true) is distinct from 'on' or current_setting('sync.is_handover', true) = 'on' then
    return null;
  end if;
  perform set_config('sync.has_deleted', '', true), set_config('realtime.collects', 'skip', true),
          set_config('sync.is_emptying', 'on', true);
  update public.grocery_items i set amount = null, unit = null, note = null, store = null
   where i.deleted and (i.amount is not null or i.unit is not null or i.note is not null or i.store is not null)
     and i.deleted_at < now() - interval '30 days' and i.list_id in (select n.list_id from new_rows n);
  update public.saved_lists s set items = '[]'
   where s.deleted and s.items <> '[]' and s.deleted_at < now() - interval '30 days'
     and s.list_id in (select n.list_id from new_rows n);
  perform set_config('realtime.collects', collects, true), set_config('sync.is_emptying', '', true);
  return null;
end
$$;

-- The download of an account also has the stores of the lists that it owns.
create or replace function private.lists_of(account uuid) returns jsonb
language sql stable security definer set search_path = '' set timezone = 'UTC'
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.list_id, 'name', l.name, 'role', m.role, 'joined_at', m.joined_at,
      'deleted', m.deleted, 'created_at', l.created_at)
    || case when m.role = 'owner' and not m.deleted
         then jsonb_build_object('version', s.version, 'devices', s.seen, 'stores', l.stores) else '{}' end
    order by m.joined_at, m.list_id), '[]')
  from public.list_members m
  left join public.lists l on l.id = m.list_id and not m.deleted
  left join public.sync_state s on s.list_id = l.id
  where m.user_id = account
$$;

revoke all on function private.merge_stores() from public, anon, authenticated, service_role;
