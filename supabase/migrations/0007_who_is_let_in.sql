-- Who is let in to the list (product A3): a session that still lives and has shown the second step where there is one. An
-- access token outlives its session by up to an hour, and says nothing of a second step that was set up since; without
-- this, a phone that was lost would go on reading and writing for as long.
--
-- A request is refused with a status and a hint (PostgREST: SQLSTATE PT and three digits), so that an honest app renews its
-- token, learns what is missing, and keeps what it has not sent:
--   401 session_not_found   the session has ended
--   403 insufficient_aal    the account has a second step that this session has not shown
-- A read that would find nothing is answered with nothing. Where nobody asked for an answer, as when the realtime service
-- looks who may see a row, the row is only not shown: there an exception would stop the deliveries of everybody.
--
-- Tokens that name no session are those of operators and of other issuers; they live as long as they say.

-- The answer is remembered for the transaction: an upsert asks three times. Nobody can set it from outside, since callers
-- can run no statement of their own.
create function private.is_let_in() returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  session text := auth.jwt() ->> 'session_id';
  caller text := concat_ws(' ', auth.uid(), session, auth.jwt() ->> 'aal');
  asks boolean := coalesce(current_setting('request.method', true), '') <> '';
begin
  if current_setting('private.let_in', true) = caller then
    return true;
  end if;
  -- As a text: another issuer's sessions may have other names.
  if session is not null
    and not exists (select from auth.sessions s where s.user_id = auth.uid() and s.id::text = session)
  then
    if asks then
      raise exception using errcode = 'PT401', hint = 'session_not_found',
        message = 'This session has ended. Please sign in again.';
    end if;
    return false;
  end if;
  if not private.is_fully_assured() then
    if asks then
      raise exception using errcode = 'PT403', hint = 'insufficient_aal',
        message = 'Please enter the code of your second step first.';
    end if;
    return false;
  end if;
  perform set_config('private.let_in', caller, true);
  return true;
end
$$;
revoke all on function private.is_let_in() from public, anon;
grant execute on function private.is_let_in() to authenticated;

-- Restrictive: on top of what each account may do with its own rows. In a subquery it is asked once for each statement, not
-- for each row.
create policy let_in on public.grocery_items as restrictive for select to authenticated
  using ((select private.is_let_in()));
create policy let_in on public.categories as restrictive for select to authenticated
  using ((select private.is_let_in()));
create policy let_in on public.saved_lists as restrictive for select to authenticated
  using ((select private.is_let_in()));
create policy let_in on public.user_profiles as restrictive for select to authenticated
  using ((select private.is_let_in()));

-- A write need not look at anything: it is stopped before its first row.
create function private.refuse_strangers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_let_in() then
    raise exception using errcode = '42501', message = 'permission denied';
  end if;
  return null;
end
$$;
revoke all on function private.refuse_strangers() from public, anon, authenticated;

create trigger let_in before insert or update on public.grocery_items
  for each statement execute function private.refuse_strangers();
create trigger let_in before insert or update on public.categories
  for each statement execute function private.refuse_strangers();
create trigger let_in before insert or update on public.saved_lists
  for each statement execute function private.refuse_strangers();
create trigger let_in before insert or update on public.user_profiles
  for each statement execute function private.refuse_strangers();
