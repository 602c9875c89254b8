-- Versions in commit order, and each delivery applied once (product Y1, Y5; architecture section 4).

-- One row for each account, and nobody reads it: the latest version, and the latest number applied of each device.
create table public.sync_state (
  user_id uuid primary key references auth.users (id) on delete cascade,
  version bigint not null default 0,
  seen jsonb not null default '{}'
);

alter table public.sync_state enable row level security;
revoke all on public.sync_state from anon, authenticated;

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
begin
  -- Row level security refuses it after this trigger; nobody may make another account wait for that.
  if auth.uid() is not null and account is distinct from auth.uid() then
    raise exception 'new row violates row-level security policy for table "%"', tg_table_name using errcode = '42501';
  end if;
  if tg_op = 'INSERT' then
    insert into public.sync_state (user_id) values (account) on conflict do nothing;
    update public.sync_state
       set version = version + 1,
           seen = case
             when new.device_id is null or new.device_seq is null then seen
             else seen || jsonb_build_object(new.device_id, new.device_seq)
           end
     where user_id = account
       and (
         new.device_id is null or new.device_seq is null
         or coalesce((seen ->> new.device_id)::bigint, 0) < new.device_seq
       )
    returning version into new.version;
    if not found then
      return null;
    end if;
  else
    insert into public.sync_state (user_id) values (account) on conflict do nothing;
    update public.sync_state set version = version + 1 where user_id = account returning version into new.version;
  end if;
  return new;
end
$$;

-- A plain update locks its rows before the row trigger runs, an upsert the account first: without one order for both, two
-- devices could each wait for the other.
create function public.lock_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.sync_state where user_id = auth.uid() for update;
  return null;
end
$$;

create trigger stamp before insert or update on public.grocery_items
  for each row execute function public.stamp_version('user_id');
create trigger stamp before insert or update on public.categories
  for each row execute function public.stamp_version('user_id');
create trigger stamp before insert or update on public.saved_lists
  for each row execute function public.stamp_version('user_id');
create trigger stamp before insert or update on public.user_profiles
  for each row execute function public.stamp_version('id');

create trigger lock_account before update on public.grocery_items
  for each statement execute function public.lock_account();
create trigger lock_account before update on public.categories
  for each statement execute function public.lock_account();
create trigger lock_account before update on public.saved_lists
  for each statement execute function public.lock_account();
create trigger lock_account before update on public.user_profiles
  for each statement execute function public.lock_account();

-- Trigger functions are no calls for clients.
revoke all on function public.stamp_version() from public, anon, authenticated;
revoke all on function public.lock_account() from public, anon, authenticated;
