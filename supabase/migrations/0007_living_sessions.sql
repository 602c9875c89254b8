-- Logging out elsewhere works at once (product A3): an access token outlives its session by up to an hour, and without this
-- a phone that was lost would go on reading and writing the list for as long.
--
-- A request is refused with 401 (PostgREST: SQLSTATE PT and three digits), so that an honest app renews its token, is told
-- that the session is over, and keeps what it has not sent. (A read that would find nothing is answered with nothing.) Where nobody asked for an answer, as when the realtime service
-- looks who may see a row, the row is only not shown: there an exception would stop the deliveries of everybody.
--
-- Tokens that name no session are those of operators and of other issuers; they live as long as they say.

create function private.has_living_session() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  session text := auth.jwt() ->> 'session_id';
begin
  if session is null or exists (select from auth.sessions s where s.id = session::uuid and s.user_id = auth.uid()) then
    return true;
  end if;
  if coalesce(current_setting('request.method', true), '') = '' then
    return false;
  end if;
  raise exception using errcode = 'PT401', hint = 'session_not_found',
    message = 'This session has ended. Please sign in again.';
end
$$;
revoke all on function private.has_living_session() from public, anon;
grant execute on function private.has_living_session() to authenticated;

-- For reading, and for what an update or an upsert looks at; once for each statement.
create policy living_session on public.grocery_items as restrictive for select to authenticated
  using ((select private.has_living_session()));
create policy living_session on public.categories as restrictive for select to authenticated
  using ((select private.has_living_session()));
create policy living_session on public.saved_lists as restrictive for select to authenticated
  using ((select private.has_living_session()));
create policy living_session on public.user_profiles as restrictive for select to authenticated
  using ((select private.has_living_session()));

-- A plain insert looks at nothing: it is stopped before its first row.
create function private.refuse_ended_session() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.has_living_session() then
    raise exception using errcode = 'PT401', hint = 'session_not_found',
      message = 'This session has ended. Please sign in again.';
  end if;
  return null;
end
$$;
revoke all on function private.refuse_ended_session() from public, anon, authenticated;

create trigger living_session before insert on public.grocery_items
  for each statement execute function private.refuse_ended_session();
create trigger living_session before insert on public.categories
  for each statement execute function private.refuse_ended_session();
create trigger living_session before insert on public.saved_lists
  for each statement execute function private.refuse_ended_session();
create trigger living_session before insert on public.user_profiles
  for each statement execute function private.refuse_ended_session();
