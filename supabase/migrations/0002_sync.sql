-- Assigns versions in commit order and applies each delivery once (product Y1, Y5; architecture section 4).
-- 0006_lists.sql replaces most of these functions: versions then belong to a list.

-- One row for each account, which no client reads: the latest version, and for each of the latest 200 devices the latest
-- number applied and the version it got: {"device": [number, version]}.
create table public.sync_state (
  user_id uuid primary key references auth.users (id) on delete cascade,
  version bigint not null default 0,
  seen jsonb not null default '{}',
  -- The rows of the account, tombstones included, and the bytes of their content, without a scan (count_usage).
  row_count bigint not null default 0,
  byte_count bigint not null default 0
);

alter table public.sync_state enable row level security;
revoke all on public.sync_state from anon, authenticated;

-- A limit. The bundled server sets it for each transaction (settings MAX_ROW_KB, MAX_ACCOUNT_ROWS, MAX_ACCOUNT_MB).
create function public.size_limit(name text, fallback bigint) returns bigint
language sql stable set search_path = ''
as $$ select coalesce(nullif(current_setting('checklist.' || name, true), '')::bigint, fallback) $$;

-- Refuses additions that exceed the limits of an account.
create function public.check_usage(more_rows bigint, more_bytes bigint, all_rows bigint, all_bytes bigint) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if more_rows > 0 and all_rows > public.size_limit('max_account_rows', 100000) then
    raise exception 'This account is full.' using errcode = 'PT413',
      detail = format('An account can have %s rows, deleted ones included.', public.size_limit('max_account_rows', 100000));
  end if;
  if more_bytes > 0 and all_bytes > public.size_limit('max_account_bytes', 100000000) then
    raise exception 'This account is full.' using errcode = 'PT413',
      detail = format('An account can store %s bytes.', public.size_limit('max_account_bytes', 100000000));
  end if;
end
$$;

-- While a statement runs, the account's version, devices and added rows and bytes are counted in transaction settings
-- (sync.*) and written once, at its end: updating one row for each of a thousand rows would take quadratic time. A rollback
-- restores the settings.
create function public.save_count() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account text := current_setting('sync.account', true);
  more_rows bigint := coalesce(nullif(current_setting('sync.rows', true), ''), '0');
  more_bytes bigint := coalesce(nullif(current_setting('sync.bytes', true), ''), '0');
  state record;
begin
  if account <> '' then
    update public.sync_state
       set version = current_setting('sync.version')::bigint, seen = current_setting('sync.seen')::jsonb,
           row_count = row_count + more_rows, byte_count = byte_count + more_bytes
     where user_id = account::uuid
       and (version < current_setting('sync.version')::bigint or more_rows <> 0 or more_bytes <> 0)
    returning row_count, byte_count into state;
    perform set_config('sync.rows', '', true), set_config('sync.bytes', '', true);
    perform public.check_usage(more_rows, more_bytes, state.row_count, state.byte_count);
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
  if octet_length(new::text) > public.size_limit('max_row_bytes', 65536) then
    raise exception 'This row is too large.' using errcode = 'PT413',
      detail = format('A row can have %s bytes.', public.size_limit('max_row_bytes', 65536));
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

-- The bytes of a row's content. Columns that change with every tick are left out, so that a tick need not update the count
-- and works in a full account, whichever device wrote the row before.
create function public.content_bytes(content jsonb) returns integer
language sql immutable set search_path = ''
as $$ select octet_length((content - array['version', 'device_id', 'device_seq', 'checked', 'deleted'])::text) $$;

-- Adds to the usage of an account: to the running count of the statement, or to the table after a deletion.
create function public.add_usage(account uuid, more_rows bigint, more_bytes bigint, is_running boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  state record;
begin
  if more_rows = 0 and more_bytes = 0 then
    return;
  end if;
  if is_running and account::text = current_setting('sync.account', true) then
    perform set_config('sync.rows', (coalesce(nullif(current_setting('sync.rows', true), ''), '0')::bigint + more_rows)::text, true),
            set_config('sync.bytes', (coalesce(nullif(current_setting('sync.bytes', true), ''), '0')::bigint + more_bytes)::text, true);
    return;
  end if;
  update public.sync_state set row_count = row_count + more_rows, byte_count = byte_count + more_bytes
   where user_id = account returning row_count, byte_count into state;
  perform public.check_usage(more_rows, more_bytes, state.row_count, state.byte_count);
end
$$;

-- Counts the rows and bytes that a statement has added or removed. An upsert fires it for its inserts and for its updates.
create function public.count_usage() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform public.add_usage(c.user_id, c.rows, c.bytes, true) from (
      select n.user_id, count(*) as rows, sum(public.content_bytes(to_jsonb(n.*))) as bytes from new_rows n group by 1) c;
  elsif tg_op = 'DELETE' then
    perform public.add_usage(c.user_id, -c.rows, -c.bytes, false) from (
      select o.user_id, count(*) as rows, sum(public.content_bytes(to_jsonb(o.*))) as bytes from old_rows o group by 1) c;
  else
    perform public.add_usage(c.user_id, c.rows, c.bytes, true) from (
      select user_id, sum(rows)::bigint as rows, sum(bytes) as bytes from (
        select n.user_id, 1 as rows, public.content_bytes(to_jsonb(n.*)) as bytes from new_rows n
        union all select o.user_id, -1, -public.content_bytes(to_jsonb(o.*)) from old_rows o) each group by 1) c;
  end if;
  return null;
end
$$;

do $$
declare
  target record;
begin
  for target in select * from (values ('grocery_items'), ('categories'), ('saved_lists')) as targets (name) loop
    execute format('create trigger count_inserted after insert on public.%I referencing new table as new_rows
      for each statement execute function public.count_usage()', target.name);
    execute format('create trigger count_updated after update on public.%I referencing old table as old_rows new table as new_rows
      for each statement execute function public.count_usage()', target.name);
    execute format('create trigger count_deleted after delete on public.%I referencing old table as old_rows
      for each statement execute function public.count_usage()', target.name);
  end loop;
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
  public.assign_version(), public.lock_account(), public.save_version(), public.size_limit(text, bigint),
  public.content_bytes(jsonb), public.add_usage(uuid, bigint, bigint, boolean), public.count_usage(),
  public.check_usage(bigint, bigint, bigint, bigint)
  from public, anon, authenticated, service_role;
revoke all on function public.pull_rows(jsonb, integer) from public, anon;
grant execute on function public.pull_rows(jsonb, integer) to authenticated, service_role;
