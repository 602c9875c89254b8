-- Lists with very many rows (product H5, H9, H12). Each of the 20 members can add 100,000, so that a member could make the handover or
-- the deletion of a list, or of its owner's account, take longer than a write may, and each deletion of an item as well. Replaces
-- triggers and a function of the baseline (9_rights.sql, 5_members.sql), and a trigger and a function of 0015_stores.sql.

-- A handover changes only the owner of each row. The functions that it would call for each row cost more than the change.
do $$
declare
  is_handover constant text := 'current_setting(''sync.is_handover'', true) is not distinct from ''on''';
  target record;
begin
  for target in
    select * from (values
      ('grocery_items', array['name', 'category', 'note', 'unit', 'store', 'id', 'device_id']),
      ('categories', array['name', 'color', 'id', 'device_id']),
      ('saved_lists', array['name', 'id', 'device_id'])
    ) as targets (name, texts)
  loop
    execute format('create or replace trigger assign_version before insert or update on public.%I
      for each row when (not %s) execute function public.assign_version(''list_id'')', target.name, is_handover);
    execute format('create or replace trigger check_texts before insert or update on public.%I
      for each row when ((%s) and not %s) execute function private.check_texts()', target.name,
      (select string_agg(format('octet_length(new.%I) > 100', c), ' or ') from unnest(target.texts) c), is_handover);
  end loop;
  execute format('create or replace trigger record_people before insert or update on public.grocery_items
    for each row when (not %s) execute function public.record_people()', is_handover);
end
$$;

-- Also counts nothing: the counter of a deleted list is deleted with it.
create or replace function private.delete_silently(list uuid, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  collects text := coalesce(current_setting('realtime.collects', true), '');
begin
  perform set_config('realtime.collects', 'skip', true), set_config('sync.is_handover', 'on', true);
  delete from public.lists l where l.id = list;
  delete from public.list_members m where m.user_id = account;
  perform set_config('realtime.collects', collects, true), set_config('sync.is_handover', '', true);
end
$$;

-- Empties at most 500 deleted items and 50 saved lists with each deletion, the oldest first. Otherwise, the first deletion 30 days after
-- that of very many rows would take too long, and so would each attempt to repeat it.
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
   where i.id in (
     select e.id from public.grocery_items e
      where e.deleted and (e.amount is not null or e.unit is not null or e.note is not null or e.store is not null)
        and e.deleted_at < now() - interval '30 days' and e.list_id in (select n.list_id from new_rows n)
      order by e.deleted_at limit 500);
  update public.saved_lists s set items = '[]'
   where s.id in (
     select e.id from public.saved_lists e
      where e.deleted and e.items <> '[]' and e.deleted_at < now() - interval '30 days'
        and e.list_id in (select n.list_id from new_rows n)
      order by e.deleted_at limit 50);
  perform set_config('realtime.collects', collects, true), set_config('sync.is_emptying', '', true);
  return null;
end
$$;

-- A setting of a function counts only for statements that begin in it, but the bundled server and PostgREST, from version 12.2 on,
-- apply this one to the whole request. Other writes may take a few seconds. A member who writes without a pause can make those of others
-- wait longer than that for the lock of the list, so that ending a membership also has the time to wait for its turn.
alter function public.hand_over_list(uuid, uuid) set statement_timeout = '60s';
alter function public.delete_list(uuid) set statement_timeout = '60s';
alter function public.delete_account(text) set statement_timeout = '60s';
alter function public.remove_member(uuid, uuid) set statement_timeout = '60s';
alter function public.leave_list(uuid) set statement_timeout = '60s';
