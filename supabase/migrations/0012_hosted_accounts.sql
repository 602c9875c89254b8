-- Suspended accounts, and whether an account has a password (product A3, A9).

-- As in 0006_lists.sql, and a suspended account has no access either. The auth service refuses to renew the tokens of a
-- suspended account, but a token that it issued before is valid for up to an hour.
--   401 session_not_found   the session has ended, or the account is suspended
--   403 insufficient_aal    the account has a second step that this session has not passed
-- A suspension has the hint of an ended session: the app then renews its token, which the auth service refuses with the
-- reason, and keeps its unsent changes.
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

-- The identities do not tell whether an account has a password: GoTrue adds no identity `email` when an account that signed
-- up with a provider sets a password.
create function public.has_password() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  account uuid := private.require_session();
begin
  return (select coalesce(u.encrypted_password, '') <> '' from auth.users u where u.id = account);
end
$$;
comment on function public.has_password() is 'Whether the caller''s account has a password.';

revoke all on function public.has_password() from public, anon, authenticated, service_role;
grant execute on function public.has_password() to authenticated;
