-- Triggers, policies, privileges and realtime of all tables (product A3, H2, H8, Y2).

-- Triggers. Those of one event run in the order of their names: check_access refuses a caller before lock_account locks
-- anything, names are cleaned (a_) before assign_version counts them, and deleted rows are emptied (z_) after save_version.

do $$
declare
  target record;
begin
  -- The condition of check_texts is cheap, and hardly any row meets it.
  for target in
    select * from (values
      ('grocery_items', 'list_id', array['name', 'note', 'unit', 'category', 'id', 'device_id']),
      ('categories', 'list_id', array['name', 'color', 'id', 'device_id']),
      ('saved_lists', 'list_id', array['name', 'id', 'device_id']),
      ('lists', 'id', array['name', 'device_id']),
      ('user_profiles', 'id', array['list_name', 'device_id'])
    ) as targets (name, list, texts)
  loop
    execute format('create trigger check_access before insert or update on public.%I
      for each statement execute function private.require_access()', target.name);
    execute format('create trigger lock_account before insert or update on public.%I
      for each statement execute function public.lock_account()', target.name);
    execute format('create trigger assign_version before insert or update on public.%I
      for each row execute function public.assign_version(%L)', target.name, target.list);
    execute format('create trigger check_texts before insert or update on public.%I for each row when (%s)
      execute function private.check_texts()', target.name,
      (select string_agg(format('octet_length(new.%I) > 100', c), ' or ') from unnest(target.texts) c));
    execute format('create trigger save_version after insert or update on public.%I
      for each statement execute function public.save_version()', target.name);
  end loop;
  for target in select * from (values ('grocery_items'), ('categories'), ('saved_lists')) as targets (name) loop
    execute format('create trigger count_inserted after insert on public.%I referencing new table as new_rows
      for each statement execute function public.count_usage()', target.name);
    execute format('create trigger count_updated after update on public.%I referencing old table as old_rows new table as new_rows
      for each statement execute function public.count_usage()', target.name);
    execute format('create trigger count_deleted after delete on public.%I referencing old table as old_rows
      for each statement execute function public.count_usage()', target.name);
  end loop;
  for target in select * from (values ('grocery_items'), ('saved_lists')) as targets (name) loop
    execute format('create trigger record_deletion before insert or update on public.%I for each row when (new.deleted)
      execute function private.record_deletion()', target.name);
    execute format('create trigger z_empty_deleted after update on public.%I referencing new table as new_rows
      for each statement execute function private.empty_deleted()', target.name);
  end loop;
end
$$;

create trigger record_people before insert or update on public.grocery_items
  for each row execute function public.record_people();

create trigger a_record_loader before insert or update on public.lists
  for each row execute function private.record_loader();
create trigger add_owner after insert on public.lists for each row execute function private.on_list_added();
create trigger announce_name after update on public.lists
  for each row when (old.name is distinct from new.name) execute function private.on_list_renamed();
create trigger copy_name after update on public.lists
  for each row when (old.name is distinct from new.name) execute function private.copy_name();
create trigger keep_id after delete on public.lists for each row execute function private.on_list_deleted();

create trigger a_clean_display_name before insert or update of display_name on public.user_profiles
  for each row execute function private.clean_display_name();
create trigger announce_new_display_name after insert on public.user_profiles
  for each row when (new.display_name <> '') execute function private.announce_display_name();
create trigger announce_display_name after update on public.user_profiles
  for each row when (coalesce(old.display_name, '') <> coalesce(new.display_name, ''))
  execute function private.announce_display_name();
create trigger copy_new_name after insert on public.user_profiles for each row execute function private.copy_name();
create trigger copy_name after update on public.user_profiles
  for each row when (old.list_name is distinct from new.list_name) execute function private.copy_name();

create trigger assign_version before insert or update on public.list_members
  for each row execute function private.assign_membership_version();
create trigger announce_former_member after update on public.list_members
  for each row when (new.deleted and not old.deleted) execute function private.announce_former_member();
create trigger announce_deleted_member after delete on public.list_members
  for each row when (not old.deleted) execute function private.announce_former_member();

create trigger add_personal_list after insert on auth.users for each row execute function private.on_account_added();
create trigger leave_lists before delete on auth.users for each row execute function private.on_account_deleted();
create trigger remember_sessions before delete on auth.users
  for each row execute function private.on_account_with_sessions_deleted();

-- Policies. Functions in a subquery run once for each statement, not for each row. There is no policy for deleting: clients
-- write tombstones (product Y2). Tables without a policy are read and written by functions only.

do $$
declare
  target text;
begin
  foreach target in array array['lists', 'grocery_items', 'categories', 'saved_lists', 'user_profiles', 'list_members',
    'list_invitations', 'sync_state', 'former_lists', 'ended_sessions'] loop
    execute format('alter table public.%I enable row level security', target);
  end loop;
  foreach target in array array['lists', 'grocery_items', 'categories', 'saved_lists', 'user_profiles', 'list_members'] loop
    execute format('create policy check_access on public.%I as restrictive for select to authenticated
      using ((select private.has_access()))', target);
  end loop;
  foreach target in array array['grocery_items', 'categories', 'saved_lists'] loop
    execute format('create policy rows_of_my_lists on public.%I for select to authenticated
      using (list_id = any ((select private.my_lists())::uuid[]))', target);
    execute format('create policy new_rows_of_my_lists on public.%I for insert to authenticated
      with check (list_id = any ((select private.my_lists())::uuid[]))', target);
    execute format('create policy changed_rows_of_my_lists on public.%I for update to authenticated
      using (list_id = any ((select private.my_lists())::uuid[])) with check (list_id = any ((select private.my_lists())::uuid[]))', target);
    -- The length is compared first, because that is cheap and most ids are short.
    execute format('create policy own_new_ids on public.%I as restrictive for insert to authenticated
      with check (length(id) < 36 or not private.is_id_of_other_list(id, list_id))', target);
    execute format('create policy own_changed_ids on public.%I as restrictive for update to authenticated
      with check (length(id) < 36 or not private.is_id_of_other_list(id, list_id))', target);
  end loop;
end
$$;

create policy my_lists on public.lists for select to authenticated
  using (id = any ((select private.my_lists())::uuid[]));
-- A rename is an upsert, so it needs a policy for inserts. Only create_list adds a list.
create policy my_named_lists on public.lists for insert to authenticated
  with check (id = any ((select private.my_lists())::uuid[]));
create policy my_renamed_lists on public.lists for update to authenticated
  using (id = any ((select private.my_lists())::uuid[])) with check (id = any ((select private.my_lists())::uuid[]));

create policy own_rows on public.user_profiles for select to authenticated using ((select auth.uid()) = id);
create policy own_new_rows on public.user_profiles for insert to authenticated with check ((select auth.uid()) = id);
create policy own_changed_rows on public.user_profiles for update to authenticated
  using ((select auth.uid()) = id) with check ((select auth.uid()) = id);

create policy members_of_my_lists on public.list_members for select to authenticated
  using (user_id = (select auth.uid()) or (not deleted and list_id = any ((select private.my_lists())::uuid[])));

-- Privileges. New hosted projects grant none by default, and old ones grant all.

grant usage on schema public to anon, authenticated, service_role;
revoke all on public.lists, public.grocery_items, public.categories, public.saved_lists, public.user_profiles,
  public.list_members, public.list_invitations, public.sync_state, public.former_lists, public.ended_sessions
  from public, anon, authenticated;
grant all on public.lists, public.grocery_items, public.categories, public.saved_lists, public.user_profiles,
  public.list_members, public.list_invitations, public.sync_state, public.former_lists, public.ended_sessions
  to service_role;
grant select on public.lists, public.list_members to authenticated;
grant select, insert, update on public.grocery_items, public.categories, public.saved_lists, public.user_profiles
  to authenticated;
grant insert (id, name, device_id, device_seq, loaded), update (id, name, device_id, device_seq, loaded) on public.lists
  to authenticated;

-- Clients call the first functions of the schema public, a device without a valid token read_session_end, and no one the
-- others. Policies and pull_rows call some private ones with the caller's role.
do $$
declare
  callable text;
begin
  execute (
    select string_agg(format('revoke all on function %s from public, anon, authenticated, service_role;', p.oid::regprocedure), ' ')
      from pg_proc p where p.pronamespace = 'private'::regnamespace
  );
  foreach callable in array array['public.size_limit(text, bigint)', 'public.check_usage(uuid, bigint, bigint)',
    'public.save_count()', 'public.begin_count(uuid)', 'public.record_device(jsonb, text, jsonb)',
    'public.assign_version()', 'public.lock_account()', 'public.save_version()', 'public.content_bytes(jsonb)',
    'public.add_usage(uuid, bigint, bigint)', 'public.count_usage()', 'public.record_people()',
    'public.read_session_end(uuid)'] loop
    execute format('revoke all on function %s from public, anon, authenticated, service_role', callable);
  end loop;
  foreach callable in array array['create_list(uuid, text)', 'delete_list(uuid)', 'leave_list(uuid)',
    'remove_member(uuid, uuid)', 'hand_over_list(uuid, uuid)', 'create_invitation(uuid)', 'list_invitations(uuid)',
    'revoke_invitation(uuid)', 'show_invitation(text)', 'accept_invitation(text)', 'pull_rows(jsonb, integer, uuid)',
    'list_sessions()', 'list_activity()', 'end_session(uuid)', 'has_password()', 'export_account()',
    'delete_account(text)'] loop
    execute format('revoke all on function public.%s from public, anon, authenticated, service_role', callable);
    execute format('grant execute on function public.%s to authenticated', callable);
  end loop;
  foreach callable in array array['has_access()', 'my_lists()', 'is_id_of_other_list(text, uuid)', 'memberships_above(bigint)',
    'refuse(text, text, text)', 'require_caller()', 'read_page(regclass, uuid, bigint, integer)'] loop
    execute format('grant execute on function private.%s to authenticated', callable);
  end loop;
end
$$;
grant execute on function public.read_session_end(uuid) to anon, authenticated;

-- Realtime: change events for the three synced tables (specification section 7), and for a fourth channel, which announces
-- changes of memberships. With the default replica identity, a filter by account would never match a delete.

alter publication supabase_realtime
  add table public.grocery_items, public.categories, public.saved_lists, public.list_members;
alter table public.grocery_items replica identity full;
alter table public.categories replica identity full;
alter table public.saved_lists replica identity full;
alter table public.list_members replica identity full;

-- Presence (product H8): the members of a list see who else has it open, in the private channel `list:<list id>`. Row level
-- security of realtime.messages decides who joins a private channel and who tracks a presence there, on this server as on
-- hosted Supabase (Realtime Authorization). Broadcasts have no policy, so no caller can send or receive them there.

create policy presences_of_my_lists on realtime.messages for select to authenticated
  using (
    extension = 'presence' and (select private.has_access())
    and (select realtime.topic()) = any (select 'list:' || list from unnest(private.my_lists()) list)
  );
create policy my_presence_in_my_lists on realtime.messages for insert to authenticated
  with check (
    extension = 'presence' and (select private.has_access())
    and (select realtime.topic()) = any (select 'list:' || list from unnest(private.my_lists()) list)
  );

-- A hosted project may have accounts before it has these tables.
insert into public.lists (id, user_id) select u.id, u.id from auth.users u;
