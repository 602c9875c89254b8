-- Who the caller is and what it may see: membership of lists, active sessions and second steps (product A3, H2).
-- An access token is valid for up to an hour after its session has ended, and does not know about a second step that was set
-- up later or about a suspension. Without these checks, a lost phone could read and write for that time.

-- This schema is not exposed over REST, so clients cannot call its functions; policies can.
create schema if not exists private;
revoke all on schema private from public, anon;
grant usage on schema private to authenticated;

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

-- Whether the caller's account is not suspended, and its session is active and has the level that the account requires. If not,
-- raises an error with a status and a hint (in PostgREST, SQLSTATE PT and three digits), so that the app can renew its token or
-- ask for a code, and keeps its unsent changes:
--   401 session_not_found   the session has ended, or the account is suspended
--   403 insufficient_aal    the account has a second step that this session has not passed
-- A suspension has the hint of an ended session: the app then renews its token, which the auth service refuses with the reason.
-- Outside of a request, such as when the realtime service checks who sees a row, it returns false instead, because an
-- exception would stop the delivery to all other subscribers.
--
-- Runs as its owner, because callers cannot read auth.mfa_factors and auth.sessions. On hosted Supabase the owner is
-- postgres, which must bypass row level security because those tables have no policies there. Levels and states are enums
-- there (hence ::text). A token without a session comes from an operator or another issuer and is trusted.
create function private.has_access() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  account uuid := auth.uid();
  -- Compared as text, because session ids of other issuers can have other formats.
  session text := auth.jwt() ->> 'session_id';
  level text := auth.jwt() ->> 'aal';
  is_request boolean := coalesce(current_setting('request.method', true), '') <> '';
begin
  if exists (select from auth.users u where u.id = account and u.banned_until > now()) then
    if is_request then
      raise exception using errcode = 'PT401', hint = 'session_not_found', message = 'This account is suspended.';
    end if;
    return false;
  end if;
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

-- Returns the account of an active session that has passed the second step if there is one. Otherwise raises an error.
create function private.require_session() returns uuid
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

-- Raises an error with a status and a hint. 6_lists.sql and 8_accounts.sql list the hints.
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

-- Returns the time of the last sign-in of this session, from the token's claim amr (RFC 8176, with times). If the claim has
-- no times, returns the start of the session.
create function private.last_proof() returns timestamptz
language sql stable set search_path = '' set timezone = 'UTC'
as $$
  select greatest(
    (select s.created_at::timestamptz from auth.sessions s
      where s.user_id = auth.uid() and s.id::text = auth.jwt() ->> 'session_id'),
    (select max(to_timestamp((e.entry ->> 'timestamp')::double precision))
      from jsonb_array_elements(
        case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end
      ) e (entry)
      where jsonb_typeof(e.entry) = 'object'
        -- A second step does not count, because an attacker could have just added it.
        and e.entry ->> 'method' not in ('token_refresh', 'totp') and e.entry ->> 'method' not like 'mfa/%')
  )
$$;

-- The app derives the ids of provisioned and catalogue rows from the list's id, and ids are global: another account could
-- insert them first. So no id may end in the id of another list.
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
