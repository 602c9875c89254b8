-- Assigns versions in commit order and applies each delivery once (product Y1, Y5; architecture section 4).

-- One row for each account, which no client reads: the latest version, and for each of the latest 200 devices the latest
-- number applied and the version it got: {"device": [number, version]}.
create table public.sync_state (
  user_id uuid primary key references auth.users (id) on delete cascade,
  version bigint not null default 0,
  seen jsonb not null default '{}'
);

alter table public.sync_state enable row level security;
revoke all on public.sync_state from anon, authenticated;

-- While a statement runs, the account's version and devices are counted in transaction settings (sync.*) and written once,
-- at its end: updating one row for each of a thousand rows would take quadratic time. A rollback restores the settings.
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

-- Locks the account's row until the commit, if it exists, and starts to count from it. Saves the running count first, because
-- statements can be nested and an operator's statement can have rows of several accounts.
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

-- Records the latest number of a device. A 201st device replaces the one with the oldest write.
create function public.record_device(seen jsonb, device text, latest jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  if not (seen ? device) and (select count(*) from jsonb_object_keys(seen)) >= 200 then
    seen := seen - (select key from jsonb_each(seen) order by (value ->> 1)::bigint limit 1);
  end if;
  return seen || jsonb_build_object(device, latest);
end
$$;

-- Gives a row the account's next version. The account's row stays locked until the commit, so versions become visible in
-- order, and the cursor of a reader can never pass a row that is not committed yet.
--
-- The argument names the column that holds the account. An upsert fires the insert trigger first, whether or not the row
-- exists: exactly once for each delivery, so replays are detected there. A replay is skipped (null).
create function public.assign_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  seen jsonb;
begin
  -- Row level security refuses this row after the trigger, but until then the other account would be locked.
  if auth.uid() is not null and account is distinct from auth.uid() then
    raise exception 'new row violates row-level security policy for table "%"', tg_table_name using errcode = '42501';
  end if;
  if account::text is distinct from current_setting('sync.account', true) then
    insert into public.sync_state (user_id) values (account) on conflict do nothing;
    perform public.begin_count(account);
  end if;
  new.version := current_setting('sync.version')::bigint + 1;
  -- Longer ids, which no device has, would only enlarge the account's row.
  if tg_op = 'INSERT' and new.device_seq is not null and length(new.device_id) <= 100 then
    seen := current_setting('sync.seen')::jsonb;
    if coalesce((seen -> new.device_id ->> 0)::bigint, 0) >= new.device_seq then
      return null;
    end if;
    seen := public.record_device(seen, new.device_id, jsonb_build_array(new.device_seq, new.version));
    perform set_config('sync.seen', seen::text, true);
  end if;
  perform set_config('sync.version', new.version::text, true);
  return new;
end
$$;

-- A plain update locks its rows before the row trigger runs, and an upsert locks the account first. Locking the account at
-- the start of every statement gives both the same order, so that two devices cannot deadlock.
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

do $$
declare
  target record;
begin
  for target in
    select * from (values
      ('grocery_items', 'user_id'), ('categories', 'user_id'), ('saved_lists', 'user_id'), ('user_profiles', 'id')
    ) as targets (name, owner)
  loop
    execute format('create trigger lock_account before insert or update on public.%I
      for each statement execute function public.lock_account()', target.name);
    execute format('create trigger assign_version before insert or update on public.%I
      for each row execute function public.assign_version(%L)', target.name, target.owner);
    execute format('create trigger save_version after insert or update on public.%I
      for each statement execute function public.save_version()', target.name);
  end loop;
end
$$;

-- Reads the rows of several tables above the versions that a device knows, in one request (product Y5). Row level security
-- applies as it does to the tables themselves.
--
-- cursors: a version for each table to read, such as {"grocery_items": 12, "categories": -1}; -1 is before all versions.
-- Returns {"grocery_items": [row, ...], ...}: lowest version first, at most `most` rows of each; null for tables not in cursors.
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

-- Clients call pull_rows only.
revoke all on function public.save_count(), public.begin_count(uuid), public.record_device(jsonb, text, jsonb),
  public.assign_version(), public.lock_account(), public.save_version()
  from public, anon, authenticated, service_role;
revoke all on function public.pull_rows(jsonb, integer) from public, anon;
grant execute on function public.pull_rows(jsonb, integer) to authenticated, service_role;
