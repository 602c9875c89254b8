-- Each account reads and writes only its own rows, with a session that is active and has passed the second step if the
-- account has one (product A3). An access token is valid for up to an hour after its session has ended, and does not know
-- about a second step that was set up later. Without this check, a lost phone could read and write for that time.

-- This schema is not exposed over REST, so clients cannot call its functions; policies can.
create schema if not exists private;
revoke all on schema private from public, anon;
grant usage on schema private to authenticated;

-- Whether the session is active and has the level that the account requires. Runs as its owner, because callers cannot
-- read auth.mfa_factors and auth.sessions. On hosted Supabase the owner is postgres, which must bypass row level security
-- because those tables have no policies there. Levels and states are enums there (hence ::text).
--
-- Both the level of the token and the level of the session must be sufficient: removing the factor that raised a session
-- lowers its level at once. A token without a session comes from an operator or another issuer and is trusted.
create function private.is_fully_assured() returns boolean
language sql stable security definer set search_path = ''
as $$
  select (
      coalesce(auth.jwt() ->> 'aal', '') = 'aal2'
      and (
        auth.jwt() ->> 'session_id' is null
        or exists (
          select from auth.sessions s
          where s.user_id = auth.uid() and s.id::text = auth.jwt() ->> 'session_id' and s.aal::text = 'aal2'
        )
      )
    )
    or not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status::text = 'verified')
$$;
revoke all on function private.is_fully_assured() from public, anon;
grant execute on function private.is_fully_assured() to authenticated;

-- Whether the caller's session can use the list. If not, raises an error with a status and a hint (in PostgREST, SQLSTATE
-- PT and three digits), so that the app can renew its token or ask for a code, and keeps its unsent changes:
--   401 session_not_found   the session has ended
--   403 insufficient_aal    the account has a second step that this session has not passed
-- Outside of a request, such as when the realtime service checks who sees a row, it returns false instead, because an
-- exception would stop the delivery to all other subscribers.
create function private.has_access() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  session text := auth.jwt() ->> 'session_id';
  is_request boolean := coalesce(current_setting('request.method', true), '') <> '';
begin
  -- Compared as text, because session ids of other issuers can have other formats.
  if session is not null
    and not exists (select from auth.sessions s where s.user_id = auth.uid() and s.id::text = session)
  then
    if is_request then
      raise exception using errcode = 'PT401', hint = 'session_not_found',
        message = 'This session has ended. Please sign in again.';
    end if;
    return false;
  end if;
  if not private.is_fully_assured() then
    if is_request then
      raise exception using errcode = 'PT403', hint = 'insufficient_aal',
        message = 'Please enter the code of your second step first.';
    end if;
    return false;
  end if;
  return true;
end
$$;

-- Refuses a write before its first row. Triggers run in the order of their names, so `check_access` runs before
-- `lock_account` locks anything.
create function private.require_access() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.has_access() then
    raise exception using errcode = '42501', message = 'permission denied';
  end if;
  return null;
end
$$;

revoke all on function private.has_access(), private.require_access() from public, anon, authenticated;
grant execute on function private.has_access() to authenticated;

-- Whether an id ends in another account's id. Ids are global (upserts name only the id), and the app derives the ids of
-- provisioned and catalogue rows from the account's id. Another account could insert them first, and the owner could not.
create function private.is_id_of_other_account(row_id text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.users u
    where u.id = case
        when row_id ~ '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then right(row_id, 36)::uuid
      end
      and u.id is distinct from auth.uid()
  )
$$;
revoke all on function private.is_id_of_other_account(text) from public, anon;
grant execute on function private.is_id_of_other_account(text) to authenticated;

-- Functions in a subquery run once for each statement, not for each row. There is no policy for deleting: clients write
-- tombstones (product Y2).
do $$
declare
  target record;
begin
  for target in
    select * from (values
      ('grocery_items', 'user_id'), ('categories', 'user_id'), ('saved_lists', 'user_id'), ('user_profiles', 'id')
    ) as targets (name, owner)
  loop
    execute format('alter table public.%I enable row level security', target.name);
    execute format('create policy own_rows on public.%I for select to authenticated
      using ((select auth.uid()) = %I)', target.name, target.owner);
    execute format('create policy own_new_rows on public.%I for insert to authenticated
      with check ((select auth.uid()) = %I)', target.name, target.owner);
    execute format('create policy own_changed_rows on public.%1$I for update to authenticated
      using ((select auth.uid()) = %2$I) with check ((select auth.uid()) = %2$I)', target.name, target.owner);
    execute format('create policy check_access on public.%I as restrictive for select to authenticated
      using ((select private.has_access()))', target.name);
    if target.owner = 'user_id' then
      -- The comparison first: it is cheap, and most ids are short.
      execute format('create policy own_new_ids on public.%I as restrictive for insert to authenticated
        with check (length(id) < 36 or not private.is_id_of_other_account(id))', target.name);
      execute format('create policy own_changed_ids on public.%I as restrictive for update to authenticated
        with check (length(id) < 36 or not private.is_id_of_other_account(id))', target.name);
    end if;
    execute format('create trigger check_access before insert or update on public.%I
      for each statement execute function private.require_access()', target.name);
  end loop;
end
$$;

-- New hosted projects grant no privileges by default.
grant usage on schema public to anon, authenticated, service_role;
revoke all on public.grocery_items, public.categories, public.saved_lists, public.user_profiles from anon, authenticated;
grant select, insert, update on public.grocery_items, public.categories, public.saved_lists, public.user_profiles
  to authenticated;
grant all on public.grocery_items, public.categories, public.saved_lists, public.user_profiles, public.sync_state
  to service_role;
