-- Assigns versions in commit order and applies each delivery once (product Y1, Y5; architecture section 4). A list is the unit
-- of sync: it has its own versions and devices.

-- While a statement runs, the list's version, devices and added rows and bytes are counted in transaction settings (sync.*)
-- and written once, at its end: updating one row for each of a thousand rows would take quadratic time. A rollback restores
-- the settings.
create function public.save_count() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  list text := current_setting('sync.list', true);
  more_rows bigint := coalesce(nullif(current_setting('sync.rows', true), ''), '0');
  more_bytes bigint := coalesce(nullif(current_setting('sync.bytes', true), ''), '0');
  author text;
begin
  if list <> '' then
    if more_rows = 0 and more_bytes = 0 then
      update public.sync_state
         set version = current_setting('sync.version')::bigint, seen = current_setting('sync.seen')::jsonb
       where list_id = list::uuid and version < current_setting('sync.version')::bigint;
      perform set_config('sync.list', '', true);
      return;
    end if;
    -- What operators add counts toward the owner.
    author := coalesce(auth.uid()::text, current_setting('sync.owner'));
    update public.sync_state s
       set version = current_setting('sync.version')::bigint, seen = current_setting('sync.seen')::jsonb,
           row_count = s.row_count + more_rows, byte_count = s.byte_count + more_bytes,
           authors = private.add_to_authors(s.authors, author, more_rows, more_bytes)
     where s.list_id = list::uuid;
    perform set_config('sync.list', '', true), set_config('sync.rows', '', true), set_config('sync.bytes', '', true);
    perform public.check_usage(author::uuid, more_rows, more_bytes);
  end if;
end
$$;

-- Locks the list until the commit and starts to count from its version. The caller has to be a member. The check comes after
-- the lock, so that a removal that was committed in the meantime counts (H10). Saves the running count first, because
-- statements can be nested and an operator's statement can have rows of several lists.
create function public.begin_count(list uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  state record;
begin
  perform public.save_count();
  select s.version, s.seen into state from public.sync_state s where s.list_id = list for update;
  if not found or (auth.uid() is not null and not private.is_member(list, auth.uid())) then
    raise exception using errcode = '42501', hint = 'not_a_member',
      message = 'new row violates row-level security policy: the caller is not a member of its list';
  end if;
  perform set_config('sync.list', list::text, true),
          set_config('sync.owner', (select l.user_id::text from public.lists l where l.id = list), true),
          set_config('sync.version', state.version::text, true),
          set_config('sync.seen', state.seen::text, true);
end
$$;

-- Records the latest number of a device. Keys are devices, and those of other members have the account and a space in front.
-- A 201st device replaces the oldest one of the account that has the most, so that an account with many devices replaces only
-- its own.
create function public.record_device(seen jsonb, device text, latest jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  if not (seen ? device) and (select count(*) from jsonb_object_keys(seen)) >= 200 then
    seen := seen - (
      select e.key from (
        select s.key, s.value, count(*) over (partition by s.account) as devices, s.account = own.account as is_own
          from (select d.key, d.value, case when position(' ' in d.key) > 0 then split_part(d.key, ' ', 1) else '' end as account
                  from jsonb_each(seen) d) s,
               (select case when position(' ' in device) > 0 then split_part(device, ' ', 1) else '' end as account) own
      ) e order by e.devices desc, e.is_own desc, (e.value ->> 1)::bigint limit 1);
  end if;
  return seen || jsonb_build_object(device, latest);
end
$$;

-- Gives a row its list's next version. The list stays locked until the commit, so versions become visible in order, and the
-- cursor of a reader can never pass a row that is not committed yet.
--
-- The argument names the column with the list's id. Lists themselves are added only by create_list and with a new account.
-- An upsert fires the insert trigger first, whether or not the row exists: exactly once for each delivery, so replays are
-- detected there. A replay is skipped (null).
--
-- - An id never changes. Otherwise a member could move a row to another id, and take its id in another list.
-- - A saved list cannot be from the future, where it would count as the newest for ever. Clocks may differ by five minutes.
-- - The name of a list is refused alike whether the list is unknown or of others.
create function public.assign_version() returns trigger
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
  if octet_length(new::text) > public.size_limit('max_row_bytes', 65536) then
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

-- Starts each statement without a list, so that membership is checked in each. A plain update locks its rows before the
-- row trigger runs, and an upsert locks the list first. Therefore plain updates lock the personal list here, so that two
-- devices of a client that knows nothing about lists cannot deadlock.
create function public.lock_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.save_count();
  if tg_op = 'UPDATE' and current_setting('request.method', true) = 'PATCH' and private.is_member(auth.uid(), auth.uid()) then
    perform public.begin_count(auth.uid());
  end if;
  return null;
end
$$;

create function public.save_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.save_count();
  return null;
end
$$;

-- Records who added an item and who ticked it last (H8). Runs after assign_version, because triggers run in the order of their
-- names.
create function public.record_people() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is null then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.added_by := auth.uid();
    new.ticked_by := case when new.checked then auth.uid() end;
  else
    new.added_by := old.added_by;
    new.ticked_by := case when not new.checked then null when old.checked then old.ticked_by else auth.uid() end;
  end if;
  return new;
end
$$;
