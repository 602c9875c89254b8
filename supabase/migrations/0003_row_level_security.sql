-- Each account sees and writes its own rows and no others.

alter table public.grocery_items enable row level security;
alter table public.categories enable row level security;
alter table public.saved_lists enable row level security;
alter table public.user_profiles enable row level security;

create policy own_rows on public.grocery_items for select to authenticated using ((select auth.uid()) = user_id);
create policy own_new_rows on public.grocery_items for insert to authenticated with check ((select auth.uid()) = user_id);
create policy own_changed_rows on public.grocery_items for update to authenticated
  using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);

create policy own_rows on public.categories for select to authenticated using ((select auth.uid()) = user_id);
create policy own_new_rows on public.categories for insert to authenticated with check ((select auth.uid()) = user_id);
create policy own_changed_rows on public.categories for update to authenticated
  using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);

create policy own_rows on public.saved_lists for select to authenticated using ((select auth.uid()) = user_id);
create policy own_new_rows on public.saved_lists for insert to authenticated with check ((select auth.uid()) = user_id);
create policy own_changed_rows on public.saved_lists for update to authenticated
  using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);

create policy own_rows on public.user_profiles for select to authenticated using ((select auth.uid()) = id);
create policy own_new_rows on public.user_profiles for insert to authenticated with check ((select auth.uid()) = id);
create policy own_changed_rows on public.user_profiles for update to authenticated
  using ((select auth.uid()) = id) with check ((select auth.uid()) = id);

-- Hosted projects of today grant nothing by themselves. Nobody deletes: a delete is a tombstone (product Y2).
grant usage on schema public to anon, authenticated, service_role;
revoke all on public.grocery_items, public.categories, public.saved_lists, public.user_profiles from anon, authenticated;
grant select, insert, update on public.grocery_items, public.categories, public.saved_lists, public.user_profiles
  to authenticated;
grant all on public.grocery_items, public.categories, public.saved_lists, public.user_profiles, public.sync_state
  to service_role;
