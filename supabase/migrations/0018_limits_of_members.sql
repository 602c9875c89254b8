-- What a member could do to others by limits and ids (product H10, H12). Replaces functions of the baseline (2_access.sql, 3_sync.sql,
-- 5_members.sql).

-- As before, but the id of a row that the list already has is no id of another list: other clients choose uuids, and a former member could
-- create a list with the id of such a row, which could not be changed from then on.
create or replace function private.is_id_of_other_list(row_id text, list uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.lists l
    where l.id = case
        when row_id ~ '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then right(row_id, 36)::uuid
      end
      and l.id is distinct from list
  )
  and not exists (select from public.grocery_items i where i.id = row_id and i.list_id = list)
  and not exists (select from public.categories c where c.id = row_id and c.list_id = list)
  and not exists (select from public.saved_lists s where s.id = row_id and s.list_id = list)
$$;

-- As before, but the memberships of lists that still hold what the account has written stay: its limits count them.
create or replace function private.end_memberships(list uuid, accounts uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  collects text := coalesce(current_setting('realtime.collects', true), '');
begin
  perform private.lock_memberships(private.members_of(list) || accounts);
  update public.list_members m set deleted = true where m.list_id = list and m.user_id = any (accounts) and not m.deleted;
  perform private.announce_list(list);
  perform set_config('realtime.collects', 'skip', true);
  delete from public.list_members m using (
    select e.user_id, e.list_id, row_number() over (partition by e.user_id order by e.version desc) as place
      from public.list_members e where e.user_id = any (accounts) and e.deleted
  ) ended
   where ended.place > 200 and m.user_id = ended.user_id and m.list_id = ended.list_id
     and not exists (select from public.sync_state s where s.list_id = m.list_id and s.authors ? m.user_id::text);
  perform set_config('realtime.collects', collects, true);
end
$$;

-- As before, but operators have no limit of a row's bytes, and an update may leave the size of the content unchanged. The columns that
-- each write sets count, too, so that a row at the limit could be neither ticked nor deleted, and no backup with it could be restored.
create or replace function public.assign_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := auth.uid();
  list uuid;
  device text;
  seen jsonb;
begin
  if tg_op = 'UPDATE' and 'on' in (current_setting('sync.is_handover', true), current_setting('sync.is_emptying', true)) then
    -- A new owner and the text of a deleted row change nothing that devices show.
    return new;
  end if;
  if tg_table_name = 'lists' then
    if tg_op = 'INSERT' and (caller is null or current_setting('sync.is_new_list', true) = 'on')
      and not exists (select from public.lists l where l.id = new.id)
    then
      return new;
    end if;
  elsif tg_table_name <> 'user_profiles' then
    -- Operators have no account, so the column's default is null.
    new.list_id := coalesce(new.list_id, new.user_id);
    if tg_op = 'UPDATE' and new.id <> old.id then
      raise exception using errcode = '42501', message = 'The id of a row cannot change.';
    end if;
  end if;
  list := (to_jsonb(new) ->> tg_argv[0])::uuid;
  if tg_op = 'UPDATE' and list is distinct from (to_jsonb(old) ->> tg_argv[0])::uuid then
    raise exception using errcode = '42501', message = 'A row cannot move to another list.';
  end if;
  if list::text is distinct from current_setting('sync.list', true) then
    perform public.begin_count(list);
  end if;
  if tg_table_name not in ('lists', 'user_profiles') then
    -- Members don't have to know the owner. Clients that know only one list send their own account (spec section 7).
    if caller is not null and new.user_id::text <> current_setting('sync.owner') and new.user_id is distinct from caller then
      raise exception 'new row violates row-level security policy for table "%"', tg_table_name using errcode = '42501';
    end if;
    new.user_id := current_setting('sync.owner')::uuid;
    new.written_by := caller;
    if tg_table_name = 'saved_lists' then
      new.created_at := case when new.created_at > now() + interval '5 minutes' then now() else new.created_at end;
    end if;
  end if;
  if caller is not null and octet_length(new::text) > public.size_limit('max_row_bytes', 65536)
    and (tg_op = 'INSERT' or public.content_bytes(to_jsonb(new)) > public.content_bytes(to_jsonb(old)))
  then
    raise exception 'This row is too large.' using errcode = 'PT422',
      detail = format('A row can have %s bytes.', public.size_limit('max_row_bytes', 65536));
  end if;
  new.version := current_setting('sync.version')::bigint + 1;
  if tg_table_name = 'lists' and tg_op = 'UPDATE' then
    -- A new list has version 1 already, and its counter starts at 0.
    new.version := greatest(new.version, old.version + 1);
  end if;
  if tg_op = 'INSERT' and new.device_seq is not null and new.device_id is not null then
    -- The numbers of each member's devices are counted separately. Otherwise a member could send a high number under the id of another
    -- member's device, whose changes would then be skipped. The personal list's account keeps its earlier entries.
    device := new.device_id;
    if (caller is not null and caller <> list) or position(' ' in device) > 0 then
      device := coalesce(caller::text, '') || ' ' || device;
    end if;
    seen := current_setting('sync.seen')::jsonb;
    if coalesce((seen -> device ->> 0)::bigint, 0) >= new.device_seq then
      return null;
    end if;
    seen := public.record_device(seen, device, jsonb_build_array(new.device_seq, new.version));
    perform set_config('sync.seen', seen::text, true);
  end if;
  perform set_config('sync.version', new.version::text, true);
  return new;
end
$$;
