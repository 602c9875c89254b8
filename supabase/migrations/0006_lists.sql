-- Lists that several accounts share (product H1 to H11, decision 46). A list is the unit of sync: it has its own rows,
-- versions and devices. Membership decides who reads and writes it.
--
-- Each account has a personal list with the account's id, so that clients that know nothing about lists still work.
-- Replaces functions of 0002_sync.sql and 0005_account_functions.sql, and the policies of 0003_policies.sql.

create table public.lists (
  id uuid primary key default gen_random_uuid(),
  -- The owner.
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null default 'My List',
  created_at timestamptz not null default now(),
  -- Cursors start at 0, and 0 means that a backend has no versions.
  version bigint not null default 1,
  device_id text,
  device_seq bigint
);
create index lists_by_owner on public.lists (user_id);

-- A former member's row stays, with `deleted` set, so that the member's devices learn of the removal. It outlives the list,
-- so it has no foreign key to it.
create table public.list_members (
  list_id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null default 'member' check (role in ('owner', 'member')),
  joined_at timestamptz not null default now(),
  deleted boolean not null default false,
  -- Grows with each change to the names, members and roles of the member's lists.
  version bigint not null default 0,
  primary key (user_id, list_id)
);
create index list_members_by_list on public.list_members (list_id) where not deleted;
create index list_members_by_version on public.list_members (user_id, version);

create table public.list_invitations (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references public.lists (id) on delete cascade,
  -- SHA-256. Only the link contains the secret.
  secret_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  uses_left integer not null default 20,
  revoked boolean not null default false
);
create index list_invitations_by_list on public.list_invitations (list_id);

-- The lists of existing accounts: the personal list has the account's id, rows and versions. Its name moves here from the
-- profile. Versions of the app from before this migration, which may be open for days, read and write it in the profile, so
-- the profile keeps its columns and triggers, and copy_name keeps both names equal.

insert into public.lists (id, user_id, name, version)
select u.id, u.id, coalesce(p.list_name, 'My List'), greatest(p.version, 1)
  from auth.users u left join public.user_profiles p on p.id = u.id;
insert into public.list_members (list_id, user_id, role, joined_at, version)
select l.id, l.user_id, 'owner', l.created_at, 1 from public.lists l;

alter table public.sync_state rename column user_id to list_id;
alter table public.sync_state drop constraint sync_state_user_id_fkey;
insert into public.sync_state (list_id) select l.id from public.lists l on conflict do nothing;
alter table public.sync_state add foreign key (list_id) references public.lists (id) on delete cascade;

-- `user_id` is the owner of the row's list. Its foreign key is dropped, because an account's lists can outlive it (H9).
do $$
declare
  target text;
begin
  foreach target in array array['grocery_items', 'categories', 'saved_lists'] loop
    execute format('alter table public.%I add column list_id uuid default auth.uid()', target);
    execute format('alter table public.%I disable trigger user', target);
    execute format('update public.%I set list_id = user_id', target);
    execute format('alter table public.%I enable trigger user', target);
    execute format('alter table public.%1$I alter column list_id set not null,
      drop constraint %1$s_user_id_fkey, add foreign key (list_id) references public.lists (id) on delete cascade', target);
    execute format('drop index public.%s_by_version', target);
    execute format('create index %1$s_by_version on public.%1$I (list_id, version)', target);
  end loop;
end
$$;

-- The accounts that added an item and ticked it last (H8). Only the trigger below writes these columns.
alter table public.grocery_items add column added_by uuid, add column ticked_by uuid;

-- Whether an account is a member of a list.
create function private.is_member(list uuid, account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.list_members m where m.user_id = account and m.list_id = list and not m.deleted)
$$;

-- The caller's lists. Policies call this once for each statement. Without the subquery, a sequential scan would parse the
-- claims for each membership.
create function private.my_lists() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(m.list_id), '{}') from public.list_members m where m.user_id = (select auth.uid()) and not m.deleted
$$;

-- Whether the caller's session is active and has the level that the account requires. If not, raises an error with a status
-- and a hint (in PostgREST, SQLSTATE PT and three digits), so that the app can renew its token or ask for a code, and keeps
-- its unsent changes:
--   401 session_not_found   the session has ended
--   403 insufficient_aal    the account has a second step that this session has not passed
-- Outside of a request, such as when the realtime service checks who sees a row, it returns false instead, because an
-- exception would stop the delivery to all other subscribers.
--
-- Runs as its owner, because callers cannot read auth.mfa_factors and auth.sessions. On hosted Supabase the owner is
-- postgres, which must bypass row level security because those tables have no policies there. Levels and states are enums
-- there (hence ::text). A token without a session comes from an operator or another issuer and is trusted.
create or replace function private.has_access() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  account uuid := auth.uid();
  -- Compared as text, because session ids of other issuers can have other formats.
  session text := auth.jwt() ->> 'session_id';
  level text := auth.jwt() ->> 'aal';
  is_request boolean := coalesce(current_setting('request.method', true), '') <> '';
begin
  if session is not null then
    -- Removing the factor that raised a session lowers its level at once, so the token alone is not enough.
    select case when s.aal::text = level then level end into level
      from auth.sessions s where s.user_id = account and s.id::text = session;
    if not found then
      if is_request then
        raise exception using errcode = 'PT401', hint = 'session_not_found',
          message = 'This session has ended. Please sign in again.';
      end if;
      return false;
    end if;
  end if;
  if level is distinct from 'aal2'
    and exists (select from auth.mfa_factors f where f.user_id = account and f.status::text = 'verified')
  then
    if is_request then
      raise exception using errcode = 'PT403', hint = 'insufficient_aal',
        message = 'Please enter the code of your second step first.';
    end if;
    return false;
  end if;
  return true;
end
$$;

create or replace function private.require_session() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  account uuid := auth.uid();
begin
  if not exists (
    select from auth.sessions s where s.user_id = account and s.id::text = auth.jwt() ->> 'session_id'
  ) then
    raise exception using errcode = 'PT401', hint = 'session_not_found',
      message = 'This session has ended. Please sign in again.';
  end if;
  if not private.has_access() then
    raise exception using errcode = 'PT403', hint = 'insufficient_aal',
      message = 'Please enter the code of your second step first.';
  end if;
  return account;
end
$$;
drop function private.is_fully_assured();

-- Versions are assigned as in 0002_sync.sql, but for each list.

-- Refuses additions that exceed the limits of the list's owner: all of an account's lists count together.
drop function public.check_usage(bigint, bigint, bigint, bigint);
create function public.check_usage(list uuid, more_rows bigint, more_bytes bigint) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  usage record;
begin
  if more_rows <= 0 and more_bytes <= 0 then
    return;
  end if;
  select sum(s.row_count) as rows, sum(s.byte_count) as bytes into usage
    from public.lists one
    join public.lists l on l.user_id = one.user_id
    join public.sync_state s on s.list_id = l.id
   where one.id = list;
  if more_rows > 0 and usage.rows > public.size_limit('max_account_rows', 100000) then
    raise exception 'This account is full.' using errcode = 'PT413',
      detail = format('An account can have %s rows, deleted ones included.', public.size_limit('max_account_rows', 100000));
  end if;
  if more_bytes > 0 and usage.bytes > public.size_limit('max_account_bytes', 100000000) then
    raise exception 'This account is full.' using errcode = 'PT413',
      detail = format('An account can store %s bytes.', public.size_limit('max_account_bytes', 100000000));
  end if;
end
$$;

create or replace function public.save_count() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  list text := current_setting('sync.list', true);
  more_rows bigint := coalesce(nullif(current_setting('sync.rows', true), ''), '0');
  more_bytes bigint := coalesce(nullif(current_setting('sync.bytes', true), ''), '0');
begin
  if list <> '' then
    update public.sync_state
       set version = current_setting('sync.version')::bigint, seen = current_setting('sync.seen')::jsonb,
           row_count = row_count + more_rows, byte_count = byte_count + more_bytes
     where list_id = list::uuid
       and (version < current_setting('sync.version')::bigint or more_rows <> 0 or more_bytes <> 0);
    perform set_config('sync.list', '', true), set_config('sync.rows', '', true), set_config('sync.bytes', '', true);
    perform public.check_usage(list::uuid, more_rows, more_bytes);
  end if;
end
$$;

-- Locks the list until the commit and starts to count from its version. The caller has to be a member. The check comes
-- after the lock, so that a removal that was committed in the meantime counts (H10).
drop function public.begin_count(uuid);
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

-- The argument names the column with the list's id. Lists themselves are added only by create_list and with a new account.
create or replace function public.assign_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  list uuid;
  device text;
  seen jsonb;
begin
  if tg_op = 'UPDATE' and current_setting('sync.is_handover', true) = 'on' then
    -- A new owner changes nothing that devices show.
    return new;
  end if;
  if tg_table_name = 'lists' then
    if tg_op = 'INSERT' and not exists (select from public.lists l where l.id = new.id) then
      return new;
    end if;
  elsif tg_table_name <> 'user_profiles' then
    -- Operators have no account, so the column's default is null.
    new.list_id := coalesce(new.list_id, new.user_id);
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
    if auth.uid() is not null and new.user_id::text <> current_setting('sync.owner')
      and new.user_id is distinct from auth.uid()
    then
      raise exception 'new row violates row-level security policy for table "%"', tg_table_name using errcode = '42501';
    end if;
    new.user_id := current_setting('sync.owner')::uuid;
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
  -- Longer ids, which no device has, would only enlarge the list's row.
  if tg_op = 'INSERT' and new.device_seq is not null and length(new.device_id) <= 100 then
    -- The numbers of each member's devices are counted separately. Otherwise a member could send a high number under the id of another
    -- member's device, whose changes would then be skipped. The personal list's account keeps its earlier entries.
    device := new.device_id;
    if (auth.uid() is not null and auth.uid() <> list) or position(' ' in device) > 0 then
      device := coalesce(auth.uid()::text, '') || ' ' || device;
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
create or replace function public.lock_account() returns trigger
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

-- Leaves out the columns that a tick or a new owner changes, as in 0002_sync.sql, and those that users do not set.
create or replace function public.content_bytes(content jsonb) returns integer
language sql immutable set search_path = ''
as $$
  select octet_length((content - array['version', 'device_id', 'device_seq', 'checked', 'deleted', 'list_id', 'added_by',
    'ticked_by'])::text)
$$;

drop function public.add_usage(uuid, bigint, bigint, boolean);
create function public.add_usage(list uuid, more_rows bigint, more_bytes bigint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if more_rows = 0 and more_bytes = 0 then
    return;
  end if;
  if list::text = current_setting('sync.list', true) then
    perform set_config('sync.rows', (coalesce(nullif(current_setting('sync.rows', true), ''), '0')::bigint + more_rows)::text, true),
            set_config('sync.bytes', (coalesce(nullif(current_setting('sync.bytes', true), ''), '0')::bigint + more_bytes)::text, true);
    return;
  end if;
  update public.sync_state set row_count = row_count + more_rows, byte_count = byte_count + more_bytes where list_id = list;
  perform public.check_usage(list, more_rows, more_bytes);
end
$$;

create or replace function public.count_usage() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('sync.is_handover', true) = 'on' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform public.add_usage(c.list_id, c.rows, c.bytes) from (
      select n.list_id, count(*) as rows, sum(public.content_bytes(to_jsonb(n.*))) as bytes from new_rows n group by 1) c;
  elsif tg_op = 'DELETE' then
    perform public.add_usage(c.list_id, -c.rows, -c.bytes) from (
      select o.list_id, count(*) as rows, sum(public.content_bytes(to_jsonb(o.*))) as bytes from old_rows o group by 1) c;
  else
    perform public.add_usage(c.list_id, c.rows, c.bytes) from (
      select list_id, sum(rows)::bigint as rows, sum(bytes) as bytes from (
        select n.list_id, 1 as rows, public.content_bytes(to_jsonb(n.*)) as bytes from new_rows n
        union all select o.list_id, -1, -public.content_bytes(to_jsonb(o.*)) from old_rows o) each group by 1) c;
  end if;
  return null;
end
$$;

-- Runs after assign_version, because triggers run in the order of their names.
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
create trigger record_people before insert or update on public.grocery_items
  for each row execute function public.record_people();

do $$
declare
  target text;
begin
  foreach target in array array['grocery_items', 'categories', 'saved_lists'] loop
    execute format('create or replace trigger assign_version before insert or update on public.%I
      for each row execute function public.assign_version(''list_id'')', target);
  end loop;
end
$$;
create trigger lock_account before insert or update on public.lists
  for each statement execute function public.lock_account();
create trigger assign_version before insert or update on public.lists
  for each row execute function public.assign_version('id');
create trigger save_version after insert or update on public.lists
  for each statement execute function public.save_version();

-- Memberships. Each has a version, counted per account. Versions become visible in commit order, because a transaction that
-- assigns one locks the account's memberships until its commit. Everything below locks in the same order as a write:
-- first the list (sync_state), then memberships by account.

create function private.lock_memberships(accounts uuid[]) returns void
language sql security definer set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('list_members ' || a.id::text, 0))
    from (select distinct unnest(accounts) as id order by 1) a
$$;

create function private.assign_membership_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_memberships(array[new.user_id]);
  new.version := 1 + coalesce((select max(m.version) from public.list_members m where m.user_id = new.user_id), 0);
  return new;
end
$$;
create trigger assign_version before insert or update on public.list_members
  for each row execute function private.assign_membership_version();

create function private.members_of(list uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$ select coalesce(array_agg(m.user_id), '{}') from public.list_members m where m.list_id = list and not m.deleted $$;

-- Gives each membership of the list a new version, so that the members' devices read its name, members and roles again.
create function private.announce_list(list uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_memberships(private.members_of(list));
  update public.list_members set version = version where list_id = list and not deleted;
end
$$;

create function private.on_list_added() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.sync_state (list_id) values (new.id);
  -- The account may have left a deleted list with this id.
  insert into public.list_members (list_id, user_id, role) values (new.id, new.user_id, 'owner')
    on conflict (user_id, list_id) do update set role = 'owner', joined_at = now(), deleted = false;
  return null;
end
$$;
create trigger add_owner after insert on public.lists for each row execute function private.on_list_added();

create function private.on_list_renamed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.announce_list(new.id);
  return null;
end
$$;
create trigger announce_name after update on public.lists
  for each row when (old.name is distinct from new.name) execute function private.on_list_renamed();

-- Keeps the name of a personal list and the one in the profile of its account equal.
create function private.copy_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'lists' then
    update public.user_profiles p set list_name = new.name where p.id = new.id and p.list_name <> new.name;
  elsif tg_op = 'UPDATE' or new.list_name <> 'My List' then
    update public.lists l set name = new.list_name where l.id = new.id and l.name <> new.list_name;
  else
    update public.user_profiles p set list_name = l.name from public.lists l
     where p.id = new.id and l.id = new.id and l.name <> p.list_name;
  end if;
  return null;
end
$$;
create trigger copy_name after update on public.lists
  for each row when (old.name is distinct from new.name) execute function private.copy_name();
create trigger copy_new_name after insert on public.user_profiles for each row execute function private.copy_name();
create trigger copy_name after update on public.user_profiles
  for each row when (old.list_name is distinct from new.list_name) execute function private.copy_name();

-- Deletes a list with all its rows, or all memberships of an account, without change events, because subscribers without a
-- filter would receive the ids. Hosted Supabase ignores the setting.
create function private.delete_silently(list uuid, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  collects text := coalesce(current_setting('realtime.collects', true), '');
begin
  perform set_config('realtime.collects', 'skip', true);
  delete from public.lists l where l.id = list;
  delete from public.list_members m where m.user_id = account;
  perform set_config('realtime.collects', collects, true);
end
$$;

-- Ends memberships of a list and announces this to the remaining members.
create function private.end_memberships(list uuid, accounts uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_memberships(private.members_of(list) || accounts);
  update public.list_members m set deleted = true where m.list_id = list and m.user_id = any (accounts) and not m.deleted;
  perform private.announce_list(list);
end
$$;

create function private.change_owner(list uuid, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  collects text := coalesce(current_setting('realtime.collects', true), '');
begin
  perform private.lock_memberships(private.members_of(list));
  -- Neither versions nor usage nor change events: no device shows the owner of a row, and the list can be large.
  perform set_config('realtime.collects', 'skip', true), set_config('sync.is_handover', 'on', true);
  update public.lists l set user_id = account where l.id = list;
  update public.grocery_items i set user_id = account where i.list_id = list;
  update public.categories c set user_id = account where c.list_id = list;
  update public.saved_lists s set user_id = account where s.list_id = list;
  perform set_config('realtime.collects', collects, true), set_config('sync.is_handover', '', true);
  update public.list_members m set role = case when m.user_id = account then 'owner' else 'member' end
   where m.list_id = list and not m.deleted;
end
$$;

-- A new account gets a personal list. When an account is deleted, its lists are handed over or deleted (H1, H9).
create function private.on_account_added() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.lists (id, user_id) values (new.id, new.id);
  return null;
end
$$;
create trigger add_personal_list after insert on auth.users for each row execute function private.on_account_added();

create function private.on_account_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  joined record;
  heir uuid;
begin
  perform from public.sync_state s
    where s.list_id in (select m.list_id from public.list_members m where m.user_id = old.id and not m.deleted)
    order by s.list_id for update;
  perform private.lock_memberships((
    select array_agg(o.user_id) from public.list_members m join public.list_members o on o.list_id = m.list_id
     where m.user_id = old.id and not m.deleted and not o.deleted
  ));
  for joined in select m.list_id, m.role from public.list_members m where m.user_id = old.id and not m.deleted order by 1 loop
    select m.user_id into heir from public.list_members m
     where m.list_id = joined.list_id and not m.deleted and m.user_id <> old.id order by m.joined_at, m.user_id limit 1;
    if heir is null then
      perform private.delete_silently(joined.list_id, null);
    else
      if joined.role = 'owner' then
        perform private.change_owner(joined.list_id, heir);
      end if;
      perform private.end_memberships(joined.list_id, array[old.id]);
    end if;
  end loop;
  perform private.delete_silently(null, old.id);
  return old;
end
$$;
create trigger leave_lists before delete on auth.users for each row execute function private.on_account_deleted();

-- Policies: membership instead of the account's id. The array is computed once for each statement.

create function private.is_id_of_other_list(row_id text, list uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.lists l
    where l.id = case
        when row_id ~ '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then right(row_id, 36)::uuid
      end
      and l.id is distinct from list
  )
$$;

do $$
declare
  target text;
begin
  foreach target in array array['grocery_items', 'categories', 'saved_lists'] loop
    execute format('drop policy own_rows on public.%1$I; drop policy own_new_rows on public.%1$I;
      drop policy own_changed_rows on public.%1$I; drop policy own_new_ids on public.%1$I;
      drop policy own_changed_ids on public.%1$I', target);
    execute format('create policy rows_of_my_lists on public.%I for select to authenticated
      using (list_id = any ((select private.my_lists())::uuid[]))', target);
    execute format('create policy new_rows_of_my_lists on public.%I for insert to authenticated
      with check (list_id = any ((select private.my_lists())::uuid[]))', target);
    execute format('create policy changed_rows_of_my_lists on public.%I for update to authenticated
      using (list_id = any ((select private.my_lists())::uuid[])) with check (list_id = any ((select private.my_lists())::uuid[]))', target);
    -- The app derives the ids of provisioned and catalogue rows from the list's id, and ids are global: another account
    -- could insert them first. The length is compared first, because that is cheap and most ids are short.
    execute format('create policy own_new_ids on public.%I as restrictive for insert to authenticated
      with check (length(id) < 36 or not private.is_id_of_other_list(id, list_id))', target);
    execute format('create policy own_changed_ids on public.%I as restrictive for update to authenticated
      with check (length(id) < 36 or not private.is_id_of_other_list(id, list_id))', target);
  end loop;
  drop function private.is_id_of_other_account(text);
  foreach target in array array['lists', 'list_members'] loop
    execute format('create policy check_access on public.%I as restrictive for select to authenticated
      using ((select private.has_access()))', target);
  end loop;
end
$$;

alter table public.lists enable row level security;
create policy my_lists on public.lists for select to authenticated
  using (id = any ((select private.my_lists())::uuid[]));
-- A rename is an upsert, so it needs a policy for inserts. Only create_list adds a list.
create policy my_named_lists on public.lists for insert to authenticated
  with check (id = any ((select private.my_lists())::uuid[]));
create policy my_renamed_lists on public.lists for update to authenticated
  using (id = any ((select private.my_lists())::uuid[])) with check (id = any ((select private.my_lists())::uuid[]));
create trigger check_access before insert or update on public.lists
  for each statement execute function private.require_access();

alter table public.list_members enable row level security;
create policy members_of_my_lists on public.list_members for select to authenticated
  using (user_id = (select auth.uid()) or (not deleted and list_id = any ((select private.my_lists())::uuid[])));

-- Only the functions below read and write invitations.
alter table public.list_invitations enable row level security;

revoke all on public.lists, public.list_members, public.list_invitations from anon, authenticated;
grant select on public.lists, public.list_members to authenticated;
grant insert (id, name, device_id, device_seq), update (id, name, device_id, device_seq) on public.lists to authenticated;
grant all on public.lists, public.list_members, public.list_invitations to service_role;

-- For a fourth channel, which announces changes of memberships (specification section 7 has three).
alter publication supabase_realtime add table public.list_members;
alter table public.list_members replica identity full;

-- Functions for members and owners, called as POST /rest/v1/rpc/NAME. Besides those of 0005_account_functions.sql, an error
-- has one of these hints:
--   404 list_not_found         the list does not exist, or the caller is not a member
--   403 not_the_owner          only the owner can do this
--   403 not_a_member           pull_rows: the caller is not a member of the list
--   409 personal_list          a personal list cannot be deleted, left or handed over
--   409 owner_cannot_leave     the owner has to hand the list over or delete it
--   404 member_not_found       the account is not a member, or is the owner
--   409 list_exists            create_list: another list has this id
--   422 name_too_long          create_list: the name exceeds the limit of a row
--   409 too_many_lists         the account already has 50 lists
--   409 too_many_members       the list already has 20 members
--   409 too_many_invitations   the list already has 20 open invitations
--   404 invitation_not_found   no invitation has this secret
--   410 invitation_expired     the invitation is older than 7 days or was used 20 times
--   410 invitation_revoked     the owner revoked the invitation

create function private.refuse(status text, reason text, explanation text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'PT' || status, hint = reason, message = explanation;
end
$$;

-- Returns the caller's account if its session is active and assured. Otherwise raises an error.
create function private.require_caller() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if auth.uid() is null or not private.has_access() then
    raise exception using errcode = '42501', message = 'permission denied';
  end if;
  return auth.uid();
end
$$;

-- Locks a list for one of its members, and returns it.
create function private.lock_list(list uuid) returns public.lists
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid := private.require_caller();
  locked public.lists;
begin
  perform from public.sync_state s where s.list_id = list for update;
  select l.* into locked from public.lists l where l.id = list and private.is_member(list, account);
  if locked.id is null then
    perform private.refuse('404', 'list_not_found', 'This list does not exist, or you are not a member of it.');
  end if;
  return locked;
end
$$;

create function private.lock_own_list(list uuid) returns public.lists
language plpgsql security definer set search_path = ''
as $$
declare
  locked public.lists := private.lock_list(list);
begin
  if locked.user_id <> auth.uid() then
    perform private.refuse('403', 'not_the_owner', 'Only the owner of the list can do this.');
  end if;
  return locked;
end
$$;

-- Refuses a new membership beyond the limits of the account and of the list.
create function private.check_membership_limits(list uuid, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_memberships(private.members_of(list) || account);
  if (select count(*) from public.list_members m where m.user_id = account and not m.deleted) >= 50 then
    perform private.refuse('409', 'too_many_lists', 'You already have 50 lists. Leave or delete one first.');
  end if;
  if (select count(*) from public.list_members m where m.list_id = list and not m.deleted) >= 20 then
    perform private.refuse('409', 'too_many_members', 'This list already has 20 members.');
  end if;
end
$$;

create function public.create_list(list_id uuid, name text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid := private.require_caller();
begin
  perform private.lock_memberships(array[account]);
  -- A repeated request whose first response was lost.
  if private.is_member(create_list.list_id, account) then
    return;
  end if;
  if exists (select from public.lists l where l.id = create_list.list_id) then
    perform private.refuse('409', 'list_exists', 'Another list has this id.');
  end if;
  if octet_length(create_list.name) > public.size_limit('max_row_bytes', 65536) then
    perform private.refuse('422', 'name_too_long', 'This name is too long.');
  end if;
  perform private.check_membership_limits(create_list.list_id, account);
  insert into public.lists (id, user_id, name) values (create_list.list_id, account, create_list.name);
end
$$;
comment on function public.create_list(uuid, text) is
  'Creates a list of the caller, with an id that the device chose. Does nothing if the caller has this list.';

create function public.delete_list(list_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owned public.lists := private.lock_own_list(delete_list.list_id);
begin
  if owned.id = owned.user_id then
    perform private.refuse('409', 'personal_list', 'Your personal list cannot be deleted.');
  end if;
  perform private.end_memberships(owned.id, private.members_of(owned.id));
  perform private.delete_silently(owned.id, null);
end
$$;
comment on function public.delete_list(uuid) is 'Deletes a list of the caller with all its rows, for all its members.';

create function public.leave_list(list_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  joined public.lists := private.lock_list(leave_list.list_id);
begin
  if joined.user_id = auth.uid() then
    perform private.refuse('409', case when joined.id = joined.user_id then 'personal_list' else 'owner_cannot_leave' end,
      'The owner cannot leave the list. Hand it over or delete it.');
  end if;
  perform private.end_memberships(joined.id, array[auth.uid()]);
end
$$;
comment on function public.leave_list(uuid) is 'Ends the caller''s membership of a list. The owner has to hand it over first.';

create function public.remove_member(list_id uuid, member_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owned public.lists := private.lock_own_list(remove_member.list_id);
begin
  if member_id = owned.user_id or not private.is_member(owned.id, member_id) then
    perform private.refuse('404', 'member_not_found', 'This person is not a member of the list.');
  end if;
  perform private.end_memberships(owned.id, array[member_id]);
  -- The former member may still have a link.
  update public.list_invitations i set revoked = true where i.list_id = owned.id and not i.revoked;
end
$$;
comment on function public.remove_member(uuid, uuid) is
  'Removes a member from a list of the caller, and revokes the open invitations to it.';

create function public.hand_over_list(list_id uuid, member_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owned public.lists := private.lock_own_list(hand_over_list.list_id);
begin
  if owned.id = owned.user_id then
    perform private.refuse('409', 'personal_list', 'Your personal list cannot be handed over.');
  end if;
  if member_id = owned.user_id or not private.is_member(owned.id, member_id) then
    perform private.refuse('404', 'member_not_found', 'This person is not a member of the list.');
  end if;
  perform private.change_owner(owned.id, member_id);
end
$$;
comment on function public.hand_over_list(uuid, uuid) is 'Makes a member the owner of a list of the caller, who stays a member.';

create function private.hash_secret(secret text) returns bytea
language sql immutable set search_path = ''
as $$ select sha256(convert_to(secret, 'UTF8')) $$;

create function public.create_invitation(list_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owned public.lists := private.lock_own_list(create_invitation.list_id);
  -- 192 of 244 random bits, as 32 characters that are safe in URLs.
  secret text := translate(
    encode(substr(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 1, 24), 'base64'), '+/', '-_');
  added public.list_invitations;
begin
  delete from public.list_invitations i
   where i.list_id = owned.id and (i.revoked or i.uses_left = 0 or i.expires_at < now()) and i.created_at < now() - interval '30 days';
  if (select count(*) from public.list_invitations i where i.list_id = owned.id
        and not i.revoked and i.uses_left > 0 and i.expires_at > now()) >= 20 then
    perform private.refuse('409', 'too_many_invitations', 'This list already has 20 open invitations. Revoke one first.');
  end if;
  insert into public.list_invitations (list_id, secret_hash) values (owned.id, private.hash_secret(secret))
    returning * into added;
  return jsonb_build_object('id', added.id, 'secret', secret, 'expires_at', added.expires_at, 'uses_left', added.uses_left);
end
$$;
comment on function public.create_invitation(uuid) is
  'Invites to a list of the caller: {id, secret, expires_at, uses_left}. Only this answer contains the secret.';

create function public.list_invitations(list_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owned public.lists := private.lock_own_list(list_invitations.list_id);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'created_at', i.created_at, 'expires_at', i.expires_at,
      'uses_left', i.uses_left) order by i.created_at desc, i.id), '[]')
    from public.list_invitations i
    where i.list_id = owned.id and not i.revoked and i.uses_left > 0 and i.expires_at > now()
  );
end
$$;
comment on function public.list_invitations(uuid) is
  'The open invitations to a list of the caller, newest first: an array of {id, created_at, expires_at, uses_left}.';

create function public.revoke_invitation(invitation_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  list uuid := (select i.list_id from public.list_invitations i where i.id = invitation_id);
begin
  perform private.lock_own_list(list);
  update public.list_invitations i set revoked = true where i.id = invitation_id;
end
$$;
comment on function public.revoke_invitation(uuid) is 'Revokes an invitation to a list of the caller.';

-- Returns a usable invitation, or an invitation to a list that the caller has already joined.
create function private.find_invitation(secret text) returns public.list_invitations
language plpgsql stable security definer set search_path = ''
as $$
declare
  account uuid := private.require_caller();
  found public.list_invitations;
begin
  select i.* into found from public.list_invitations i where i.secret_hash = private.hash_secret(secret);
  if found.id is null then
    perform private.refuse('404', 'invitation_not_found', 'This invitation does not exist.');
  elsif private.is_member(found.list_id, account) then
    return found;
  elsif found.revoked then
    perform private.refuse('410', 'invitation_revoked', 'This invitation was revoked.');
  elsif found.uses_left <= 0 or found.expires_at <= now() then
    perform private.refuse('410', 'invitation_expired', 'This invitation has expired.');
  end if;
  return found;
end
$$;

-- The name by which members know an account.
create function private.name_of(account uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(nullif(p.username, ''), nullif(split_part(coalesce(u.email, ''), '@', 1), ''))
    from auth.users u left join public.user_profiles p on p.id = u.id where u.id = account
$$;

create function public.show_invitation(secret text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  invitation public.list_invitations := private.find_invitation(secret);
begin
  return (
    select jsonb_build_object('list_id', l.id, 'list_name', l.name, 'owner_name', private.name_of(l.user_id),
      'is_member', private.is_member(l.id, auth.uid()))
    from public.lists l where l.id = invitation.list_id
  );
end
$$;
comment on function public.show_invitation(text) is
  'What an invitation invites to: {list_id, list_name, owner_name, is_member}.';

create function public.accept_invitation(secret text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.list_invitations := private.find_invitation(secret);
begin
  perform from public.sync_state s where s.list_id = invitation.list_id for update;
  -- Reads it again: another account may have used it, and the owner may have revoked it, before the lock.
  invitation := private.find_invitation(secret);
  if not private.is_member(invitation.list_id, auth.uid()) then
    perform private.check_membership_limits(invitation.list_id, auth.uid());
    update public.list_invitations i set uses_left = i.uses_left - 1 where i.id = invitation.id;
    insert into public.list_members (list_id, user_id) values (invitation.list_id, auth.uid())
      on conflict (user_id, list_id) do update set deleted = false, role = 'member', joined_at = now();
    perform private.announce_list(invitation.list_id);
  end if;
  return invitation.list_id;
end
$$;
comment on function public.accept_invitation(text) is 'Makes the caller a member. Returns the id of the list, also to members.';

-- The caller's memberships above a version.
create function private.memberships_above(cursor bigint) returns json
language sql stable security definer set search_path = '' set timezone = 'UTC'
as $$
  select coalesce(json_agg(r order by r.version), '[]') from (
    select m.list_id as id, l.name, m.role, m.joined_at, m.deleted, m.version,
           case when l.id is not null then (
             select json_agg(json_build_object('id', o.user_id, 'name', private.name_of(o.user_id), 'role', o.role)
               order by o.joined_at, o.user_id)
             from public.list_members o where o.list_id = m.list_id and not o.deleted
           ) end as members
      from public.list_members m
      left join public.lists l on l.id = m.list_id and not m.deleted
     where m.user_id = (select auth.uid()) and m.version > cursor
  ) r
$$;

-- Replaces the function of 0002_sync.sql: one list, its name, and the caller's memberships.
drop function public.pull_rows(jsonb, integer);
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
    select coalesce(json_agg(r), '[]') into items from (
      select t.id, t.name, t.category, t.checked, t.deleted, t.added_by, t.ticked_by, t.version, t.device_id
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
comment on function public.pull_rows(jsonb, integer, uuid) is
  'The rows of a list above a version, of each table that cursors names: {"grocery_items": 12}. Lowest version first, at most `most` of each.';

-- Replaces the function of 0005_account_functions.sql. The triggers above hand over or delete the account's lists.
create or replace function public.delete_account(confirmation text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid := auth.uid();
  address text;
begin
  -- Locks in the same order as a write: first the personal list, then the account. No other device can be writing to it at
  -- this point, and later writes fail.
  perform from public.sync_state s where s.list_id = account for update;
  select coalesce(nullif(u.email, ''), nullif(to_jsonb(u.*) ->> 'phone', ''), u.id::text) into address
    from auth.users u where u.id = account for update;
  perform private.require_session();
  if coalesce(private.last_proof(), '-infinity') < now() - interval '1 day' then
    raise exception using errcode = 'PT403', hint = 'reauthentication_needed',
      message = 'Please sign in again before you delete the account.';
  end if;
  if lower(btrim(confirmation, E' \t\r\n')) is distinct from lower(address) then
    raise exception using errcode = 'PT400', hint = 'confirmation_mismatch',
      message = 'This is not the address of the account. Nothing was deleted.';
  end if;
  -- Deletes all rows that refer to the account: profile, lists, sessions, sign-in methods. The account's other devices
  -- notice when they renew their tokens.
  delete from auth.users u where u.id = account;
end
$$;

create or replace function private.rows_of(account uuid, are_deleted boolean) returns jsonb
language sql stable security definer set search_path = '' set timezone = 'UTC'
as $$
  select jsonb_build_object(
    'items', (
      select coalesce(jsonb_agg(to_jsonb(i.*) - 'user_id' order by i.list_id, i.version, i.id), '[]')
      from public.grocery_items i
      where i.list_id in (select l.id from public.lists l where l.user_id = account) and i.deleted = are_deleted
    ),
    'categories', (
      select coalesce(jsonb_agg(to_jsonb(c.*) - 'user_id' order by c.list_id, c.version, c.id), '[]')
      from public.categories c
      where c.list_id in (select l.id from public.lists l where l.user_id = account) and c.deleted = are_deleted
    ),
    'saved_lists', (
      select coalesce(jsonb_agg(to_jsonb(s.*) - 'user_id' order by s.list_id, s.version, s.id), '[]')
      from public.saved_lists s
      where s.list_id in (select l.id from public.lists l where l.user_id = account) and s.deleted = are_deleted
    )
  )
$$;

-- The account's lists: the names of all of them, and the versions and devices of those that it owns.
create function private.lists_of(account uuid) returns jsonb
language sql stable security definer set search_path = '' set timezone = 'UTC'
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.list_id, 'name', l.name, 'role', m.role, 'joined_at', m.joined_at,
      'deleted', m.deleted, 'created_at', l.created_at)
    || case when m.role = 'owner' and not m.deleted
         then jsonb_build_object('version', s.version, 'devices', s.seen) else '{}' end
    order by m.joined_at, m.list_id), '[]')
  from public.list_members m
  left join public.lists l on l.id = m.list_id and not m.deleted
  left join public.sync_state s on s.list_id = l.id
  where m.user_id = account
$$;

-- Whether all rows of an account fit in one response, by the counts of 0002_sync.sql. One statement would take minutes to
-- collect the rows of a full account, and the result would not fit in the memory of a small server.
create function private.fits_one_response(account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(s.row_count), 0) <= 10000 and coalesce(sum(s.byte_count), 0) <= 10000000
    from public.lists l join public.sync_state s on s.list_id = l.id where l.user_id = account
$$;

-- Replaces the function of 0005_account_functions.sql. Leaves out the rows of a large account: callers then read them from
-- the tables, in pages.
create or replace function public.export_account() returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  account uuid := private.require_session();
begin
  return jsonb_build_object(
    'format', 'checklist-account',
    'version', 2,
    'exported_at', now(),
    'account', (
      select private.pick(to_jsonb(u.*), array['id', 'email', 'email_confirmed_at', 'email_change',
        'email_change_sent_at', 'email_change_confirm_status', 'phone', 'phone_confirmed_at', 'aud', 'role',
        'confirmation_sent_at', 'recovery_sent_at', 'last_sign_in_at', 'banned_until', 'created_at', 'updated_at'])
        || jsonb_build_object('has_password', coalesce(u.encrypted_password, '') <> '',
          'app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data)
      from auth.users u where u.id = account
    ),
    'sessions', private.sessions_of(account),
    'activity', coalesce(private.activity_of(account), '[]'),
    'profile', (select to_jsonb(p.*) from public.user_profiles p where p.id = account),
    'lists', private.lists_of(account)
  ) || private.ways_in_of(account) || case when private.fits_one_response(account)
    then private.rows_of(account, false) || jsonb_build_object('deleted', private.rows_of(account, true)) else '{}' end;
end
$$;

-- Clients can call only functions of the schema public. Policies and pull_rows call some private ones with the caller's role.
revoke all on function public.save_count(), public.begin_count(uuid), public.record_people(),
  public.check_usage(uuid, bigint, bigint), public.add_usage(uuid, bigint, bigint)
  from public, anon, authenticated, service_role;
do $$
declare
  callable text;
begin
  execute (
    select string_agg(format('revoke all on function %s from public, anon, authenticated, service_role;', p.oid::regprocedure), ' ')
      from pg_proc p where p.pronamespace = 'private'::regnamespace
  );
  foreach callable in array array['has_access()', 'my_lists()', 'is_id_of_other_list(text, uuid)',
    'memberships_above(bigint)', 'refuse(text, text, text)', 'require_caller()'] loop
    execute format('grant execute on function private.%s to authenticated', callable);
  end loop;
  foreach callable in array array['pull_rows(jsonb, integer, uuid)', 'create_list(uuid, text)', 'delete_list(uuid)',
    'leave_list(uuid)', 'remove_member(uuid, uuid)', 'hand_over_list(uuid, uuid)', 'create_invitation(uuid)',
    'list_invitations(uuid)', 'revoke_invitation(uuid)', 'show_invitation(text)', 'accept_invitation(text)'] loop
    execute format('revoke all on function public.%s from public, anon, authenticated, service_role', callable);
    execute format('grant execute on function public.%s to authenticated', callable);
  end loop;
end
$$;
