-- Who has set up a second step reads and writes the list only after showing it (product A3): a stolen password, or a token
-- from before the second step was set up, shows nothing and changes nothing.

-- Not exposed over REST, so that nobody can call what is in here; policies can.
create schema if not exists private;
revoke all on schema private from public, anon;
grant usage on schema private to authenticated;

-- Whether the caller's token has the level that the caller's account asks for. It runs as its owner, since callers may not
-- read auth.mfa_factors. On the hosted service that owner is postgres, which passes by row level security, as it must: the
-- table has no policies there. The status is an enumeration there.
create function private.is_fully_assured() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal', '') = 'aal2'
    or not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status::text = 'verified')
$$;
revoke all on function private.is_fully_assured() from public, anon;
grant execute on function private.is_fully_assured() to authenticated;

-- Restrictive: on top of what each account may do with its own rows. In a subquery it is asked once for each statement,
-- not for each row.
create policy second_step on public.grocery_items as restrictive for all to authenticated
  using ((select private.is_fully_assured())) with check ((select private.is_fully_assured()));
create policy second_step on public.categories as restrictive for all to authenticated
  using ((select private.is_fully_assured())) with check ((select private.is_fully_assured()));
create policy second_step on public.saved_lists as restrictive for all to authenticated
  using ((select private.is_fully_assured())) with check ((select private.is_fully_assured()));
create policy second_step on public.user_profiles as restrictive for all to authenticated
  using ((select private.is_fully_assured())) with check ((select private.is_fully_assured()));
