-- Versions in commit order, and each delivery applied once (product Y1, Y5; architecture section 4).

-- One row for each account, and nobody reads it: the latest version, and of each of the latest 200 devices the latest number
-- applied and the version it got: {"device": [number, version]}.
create table public.sync_state (
  user_id uuid primary key references auth.users (id) on delete cascade,
  version bigint not null default 0,
  seen jsonb not null default '{}'
);

alter table public.sync_state enable row level security;
revoke all on public.sync_state from anon, authenticated;

-- While a statement runs, the account's version and devices are counted in settings of the transaction, sync.*, and are
-- written once, at its end: a row that is updated again and again by one transaction gets slower each time. What is rolled
-- back takes the settings back, too.
create function public.save_count() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account text := current_setting('sync.account', true);
begin
  if account <> '' then
    update public.sync_state
       set version = current_setting('sync.version')::bigint, seen = current_setting('sync.seen')::jsonb
     where user_id = account::uuid and version < current_setting('sync.version')::bigint;
  end if;
end
$$;

-- Locks the account's row until the commit, where there is one, and counts from it. What is being counted is saved before:
-- statements may be nested, and those of an operator may have rows of several accounts.
create function public.begin_count(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  state record;
begin
  perform public.save_count();
  select user_id, version, seen into state from public.sync_state where user_id = account for update;
  perform set_config('sync.account', coalesce(state.user_id::text, ''), true),
          set_config('sync.version', coalesce(state.version, 0)::text, true),
          set_config('sync.seen', coalesce(state.seen, '{}')::text, true);
end
$$;

-- Notes the latest number of a device, in place of the device that has been silent for longest where there are too many.
create function public.note_device(seen jsonb, device text, latest jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  if seen -> device is null and (select count(*) from jsonb_object_keys(seen)) >= 200 then
    seen := seen - (select key from jsonb_each(seen) order by (value ->> 1)::bigint limit 1);
  end if;
  return seen || jsonb_build_object(device, latest);
end
$$;

-- Stamps a row with the account's next version. The account's row stays locked until the commit, so versions become
-- visible in order, and a reader's cursor can never step over a row that is still on its way.
--
-- The argument names the column that holds the account. An upsert fires the insert trigger first, whether or not the row
-- is there: it fires exactly once for each delivery, so that is where replays are seen. A replay is skipped (null).
create function public.stamp_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  seen jsonb;
begin
  -- Row level security refuses it after this trigger; nobody may make another account wait for that.
  if auth.uid() is not null and account is distinct from auth.uid() then
    raise exception 'new row violates row-level security policy for table "%"', tg_table_name using errcode = '42501';
  end if;
  if account::text is distinct from current_setting('sync.account', true) then
    insert into public.sync_state (user_id) values (account) on conflict do nothing;
    perform public.begin_count(account);
  end if;
  new.version := current_setting('sync.version')::bigint + 1;
  -- No device has a name that is longer: it would only fill the account's row.
  if tg_op = 'INSERT' and new.device_seq is not null and length(new.device_id) <= 100 then
    seen := current_setting('sync.seen')::jsonb;
    if coalesce((seen -> new.device_id ->> 0)::bigint, 0) >= new.device_seq then
      return null;
    end if;
    seen := public.note_device(seen, new.device_id, jsonb_build_array(new.device_seq, new.version));
    perform set_config('sync.seen', seen::text, true);
  end if;
  perform set_config('sync.version', new.version::text, true);
  return new;
end
$$;

-- A plain update locks its rows before the row trigger runs, an upsert the account first: without one order for both, two
-- devices could each wait for the other.
create function public.lock_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.begin_count(auth.uid());
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

create trigger lock_account before insert or update on public.grocery_items
  for each statement execute function public.lock_account();
create trigger lock_account before insert or update on public.categories
  for each statement execute function public.lock_account();
create trigger lock_account before insert or update on public.saved_lists
  for each statement execute function public.lock_account();
create trigger lock_account before insert or update on public.user_profiles
  for each statement execute function public.lock_account();

create trigger stamp before insert or update on public.grocery_items
  for each row execute function public.stamp_version('user_id');
create trigger stamp before insert or update on public.categories
  for each row execute function public.stamp_version('user_id');
create trigger stamp before insert or update on public.saved_lists
  for each row execute function public.stamp_version('user_id');
create trigger stamp before insert or update on public.user_profiles
  for each row execute function public.stamp_version('id');

create trigger save_version after insert or update on public.grocery_items
  for each statement execute function public.save_version();
create trigger save_version after insert or update on public.categories
  for each statement execute function public.save_version();
create trigger save_version after insert or update on public.saved_lists
  for each statement execute function public.save_version();
create trigger save_version after insert or update on public.user_profiles
  for each statement execute function public.save_version();

-- None of these is a call for clients.
revoke all on function public.save_count() from public, anon, authenticated, service_role;
revoke all on function public.begin_count(uuid) from public, anon, authenticated, service_role;
revoke all on function public.note_device(jsonb, text, jsonb) from public, anon, authenticated, service_role;
revoke all on function public.stamp_version() from public, anon, authenticated, service_role;
revoke all on function public.lock_account() from public, anon, authenticated, service_role;
revoke all on function public.save_version() from public, anon, authenticated, service_role;
