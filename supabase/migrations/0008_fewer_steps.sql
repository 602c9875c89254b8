-- The same rules as in 0002 and 0007 with less work for each statement: most writes are of one row, and there the steps around
-- it cost more than the row. What a trigger would find done already is asked in its condition, without calling it: an upsert
-- fires the triggers of an insert and those of an update.

-- See 0007. One question about the session and whether there is a second step at all; only where there is one, 0005 says the
-- rest. Remembered is all that the token says: whoever compares it need not read it.
create or replace function private.is_let_in() returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  claims text := current_setting('request.jwt.claims', true);
  session text := auth.jwt() ->> 'session_id';
  account uuid := auth.uid();
  asks boolean := coalesce(current_setting('request.method', true), '') <> '';
  has_second_step boolean := true;
begin
  if session is not null then
    select exists (select from auth.mfa_factors f where f.user_id = account and f.status::text = 'verified')
      into has_second_step
      -- As a text: another issuer's sessions may have other names.
      from auth.sessions s where s.user_id = account and s.id::text = session;
    if not found then
      if asks then
        raise exception using errcode = 'PT401', hint = 'session_not_found',
          message = 'This session has ended. Please sign in again.';
      end if;
      return false;
    end if;
  end if;
  if has_second_step and not private.is_fully_assured() then
    if asks then
      raise exception using errcode = 'PT403', hint = 'insufficient_aal',
        message = 'Please enter the code of your second step first.';
    end if;
    return false;
  end if;
  perform set_config('private.let_in', coalesce(claims, ''), true);
  return true;
end
$$;

alter policy let_in on public.grocery_items using ((select
  coalesce(nullif(current_setting('private.let_in', true), '') = current_setting('request.jwt.claims', true), false)
  or private.is_let_in()));
alter policy let_in on public.categories using ((select
  coalesce(nullif(current_setting('private.let_in', true), '') = current_setting('request.jwt.claims', true), false)
  or private.is_let_in()));
alter policy let_in on public.saved_lists using ((select
  coalesce(nullif(current_setting('private.let_in', true), '') = current_setting('request.jwt.claims', true), false)
  or private.is_let_in()));
alter policy let_in on public.user_profiles using ((select
  coalesce(nullif(current_setting('private.let_in', true), '') = current_setting('request.jwt.claims', true), false)
  or private.is_let_in()));

create or replace trigger let_in before insert or update on public.grocery_items for each statement
  when (nullif(current_setting('private.let_in', true), '') is distinct from current_setting('request.jwt.claims', true))
  execute function private.refuse_strangers();
create or replace trigger let_in before insert or update on public.categories for each statement
  when (nullif(current_setting('private.let_in', true), '') is distinct from current_setting('request.jwt.claims', true))
  execute function private.refuse_strangers();
create or replace trigger let_in before insert or update on public.saved_lists for each statement
  when (nullif(current_setting('private.let_in', true), '') is distinct from current_setting('request.jwt.claims', true))
  execute function private.refuse_strangers();
create or replace trigger let_in before insert or update on public.user_profiles for each statement
  when (nullif(current_setting('private.let_in', true), '') is distinct from current_setting('request.jwt.claims', true))
  execute function private.refuse_strangers();

-- sync.saved: the version that stands in the account's row. What was saved need not be saved again.
create or replace function public.save_count() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account text := current_setting('sync.account', true);
  latest text := current_setting('sync.version', true);
begin
  if account <> '' and latest is distinct from current_setting('sync.saved', true) then
    update public.sync_state
       set version = latest::bigint, seen = current_setting('sync.seen')::jsonb
     where user_id = account::uuid and version < latest::bigint;
    perform set_config('sync.saved', latest, true);
  end if;
end
$$;

create or replace function public.begin_count(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  state record;
begin
  if current_setting('sync.account', true) <> '' then
    perform public.save_count();
  end if;
  select user_id, version, seen into state from public.sync_state where user_id = account for update;
  perform set_config('sync.account', coalesce(state.user_id::text, ''), true),
          set_config('sync.version', coalesce(state.version, 0)::text, true),
          set_config('sync.saved', coalesce(state.version, 0)::text, true),
          set_config('sync.seen', coalesce(state.seen, '{}')::text, true);
end
$$;

-- A count of the whole is made only for a device that is new to the account.
create or replace function public.note_device(seen jsonb, device text, latest jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  if not (seen ? device) then
    if (select count(*) from jsonb_object_keys(seen)) >= 200 then
      seen := seen - (select key from jsonb_each(seen) order by (value ->> 1)::bigint limit 1);
    end if;
  end if;
  return seen || jsonb_build_object(device, latest);
end
$$;

-- The account that is being counted is locked until the commit.
create or replace trigger lock_account before insert or update on public.grocery_items for each statement
  when (nullif(current_setting('sync.account', true), '') is distinct from auth.uid()::text)
  execute function public.lock_account();
create or replace trigger lock_account before insert or update on public.categories for each statement
  when (nullif(current_setting('sync.account', true), '') is distinct from auth.uid()::text)
  execute function public.lock_account();
create or replace trigger lock_account before insert or update on public.saved_lists for each statement
  when (nullif(current_setting('sync.account', true), '') is distinct from auth.uid()::text)
  execute function public.lock_account();
create or replace trigger lock_account before insert or update on public.user_profiles for each statement
  when (nullif(current_setting('sync.account', true), '') is distinct from auth.uid()::text)
  execute function public.lock_account();
