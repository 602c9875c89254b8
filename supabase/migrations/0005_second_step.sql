-- Who has set up a second step reads and writes the list only after showing it (product A3): a stolen password, or a token
-- from before the second step was set up, shows nothing and changes nothing.

-- Not exposed over REST, so that nobody can call what is in here; policies can.
create schema if not exists private;
revoke all on schema private from public, anon;
grant usage on schema private to authenticated;

-- Whether the caller has shown all that the caller's account asks for. It runs as its owner, since callers may not read
-- auth.mfa_factors and auth.sessions. On the hosted service that owner is postgres, which passes by row level security, as it
-- must: those tables have no policies there. Levels and states are enumerations there.
--
-- The session's own level counts besides the token's: removing the factor that lifted a session lowers it at once. A token
-- that names no session is an operator's or another issuer's, and is believed.
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

-- The tables ask it in 0007.
