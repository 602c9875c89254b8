-- Presence (product H8): the members of a list see who else has it open, in the private channel `list:<list id>`. Row level
-- security of realtime.messages decides who joins a private channel and who tracks a presence there, on this server as on
-- hosted Supabase (Realtime Authorization). Broadcasts have no policy, so nobody can send or receive them there.

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

-- Makes the server check the callers of the list's channel again, so that a former member's channel ends at once (H10).
-- Hosted Supabase ignores the notification; it checks a channel again when its token is renewed.
create function private.announce_former_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('realtime_topic', json_build_object('topic', 'list:' || old.list_id)::text);
  return null;
end
$$;
revoke all on function private.announce_former_member() from public, anon, authenticated, service_role;
create trigger announce_former_member after update on public.list_members
  for each row when (new.deleted and not old.deleted) execute function private.announce_former_member();
create trigger announce_deleted_member after delete on public.list_members
  for each row when (not old.deleted) execute function private.announce_former_member();
