-- Functions for members and owners, called as POST /rest/v1/rpc/NAME. Besides those of 8_accounts.sql, an error has one of
-- these hints:
--   404 list_not_found         the list does not exist, or the caller is not a member
--   403 not_the_owner          only the owner can do this
--   403 not_a_member           pull_rows: the caller is not a member of the list
--   409 personal_list          a personal list cannot be deleted, left or handed over
--   409 owner_cannot_leave     the owner has to hand the list over or delete it
--   404 member_not_found       the account is not a member, or is the owner
--   409 list_exists            create_list: another list has this id
--   422 name_too_long          create_list: the name exceeds the limit of a row
--   409 too_many_lists         the account already has 50 lists
--   409 too_many_members       the list already has 20 members
--   409 too_many_invitations   the list already has 20 open invitations
--   404 invitation_not_found   no invitation has this secret
--   410 invitation_expired     the invitation is older than 7 days or was used 20 times
--   410 invitation_revoked     the owner revoked the invitation

-- Locks a list for one of its members, and returns it.
create function private.lock_list(list uuid) returns public.lists
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid := private.require_caller();
  locked public.lists;
begin
  perform from public.sync_state s where s.list_id = list for update;
  select l.* into locked from public.lists l where l.id = list and private.is_member(list, account);
  if locked.id is null then
    perform private.refuse('404', 'list_not_found', 'This list does not exist, or you are not a member of it.');
  end if;
  return locked;
end
$$;

create function private.lock_own_list(list uuid) returns public.lists
language plpgsql security definer set search_path = ''
as $$
declare
  locked public.lists := private.lock_list(list);
begin
  if locked.user_id <> auth.uid() then
    perform private.refuse('403', 'not_the_owner', 'Only the owner of the list can do this.');
  end if;
  return locked;
end
$$;

-- Refuses a new membership beyond the limits of the account and of the list.
create function private.check_membership_limits(list uuid, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_memberships(private.members_of(list) || account);
  if (select count(*) from public.list_members m where m.user_id = account and not m.deleted) >= 50 then
    perform private.refuse('409', 'too_many_lists', 'You already have 50 lists. Leave or delete one first.');
  end if;
  if (select count(*) from public.list_members m where m.list_id = list and not m.deleted) >= 20 then
    perform private.refuse('409', 'too_many_members', 'This list already has 20 members.');
  end if;
end
$$;

-- An account that could not create its list on the server first learns that it was deleted on another device.
create function public.create_list(list_id uuid, name text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid := private.require_caller();
begin
  perform private.lock_memberships(array[account]);
  -- A repeated request whose first response was lost.
  if private.is_member(create_list.list_id, account) then
    return;
  end if;
  if exists (select from public.former_lists f where f.id = create_list.list_id) then
    perform private.refuse('403', 'not_a_member', 'This list was deleted.');
  end if;
  if exists (select from public.lists l where l.id = create_list.list_id) then
    perform private.refuse('409', 'list_exists', 'Another list has this id.');
  end if;
  if private.is_too_long(create_list.name) then
    perform private.refuse('422', 'name_too_long', 'This name is too long.');
  end if;
  perform private.check_membership_limits(create_list.list_id, account);
  perform set_config('sync.is_new_list', 'on', true);
  insert into public.lists (id, user_id, name) values (create_list.list_id, account, create_list.name);
  perform set_config('sync.is_new_list', '', true);
end
$$;
comment on function public.create_list(uuid, text) is
  'Creates a list of the caller, with an id that the device chose. Does nothing if the caller has this list.';

create function public.delete_list(list_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owned public.lists := private.lock_own_list(delete_list.list_id);
begin
  if owned.id = owned.user_id then
    perform private.refuse('409', 'personal_list', 'Your personal list cannot be deleted.');
  end if;
  perform private.end_memberships(owned.id, private.members_of(owned.id));
  perform private.delete_silently(owned.id, null);
end
$$;
comment on function public.delete_list(uuid) is 'Deletes a list of the caller with all its rows, for all its members.';

create function public.leave_list(list_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  joined public.lists := private.lock_list(leave_list.list_id);
begin
  if joined.user_id = auth.uid() then
    perform private.refuse('409', case when joined.id = joined.user_id then 'personal_list' else 'owner_cannot_leave' end,
      'The owner cannot leave the list. Hand it over or delete it.');
  end if;
  perform private.end_memberships(joined.id, array[auth.uid()]);
end
$$;
comment on function public.leave_list(uuid) is 'Ends the caller''s membership of a list. The owner has to hand it over first.';

create function public.remove_member(list_id uuid, member_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owned public.lists := private.lock_own_list(remove_member.list_id);
begin
  if member_id = owned.user_id or not private.is_member(owned.id, member_id) then
    perform private.refuse('404', 'member_not_found', 'This person is not a member of the list.');
  end if;
  perform private.end_memberships(owned.id, array[member_id]);
  -- The former member may still have a link.
  update public.list_invitations i set revoked = true where i.list_id = owned.id and not i.revoked;
end
$$;
comment on function public.remove_member(uuid, uuid) is
  'Removes a member from a list of the caller, and revokes the open invitations to it.';

create function public.hand_over_list(list_id uuid, member_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owned public.lists := private.lock_own_list(hand_over_list.list_id);
begin
  if owned.id = owned.user_id then
    perform private.refuse('409', 'personal_list', 'Your personal list cannot be handed over.');
  end if;
  if member_id = owned.user_id or not private.is_member(owned.id, member_id) then
    perform private.refuse('404', 'member_not_found', 'This person is not a member of the list.');
  end if;
  perform private.change_owner(owned.id, member_id);
end
$$;
comment on function public.hand_over_list(uuid, uuid) is
  'Makes a member the owner of a list of the caller, who stays a member. Revokes the open invitations to it.';

create function private.hash_secret(secret text) returns bytea
language sql immutable set search_path = ''
as $$ select sha256(convert_to(secret, 'UTF8')) $$;

-- A list keeps only its latest 50 unusable invitations.
create function public.create_invitation(list_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owned public.lists := private.lock_own_list(create_invitation.list_id);
  -- 192 of 244 random bits, as 32 characters that are safe in URLs.
  secret text := translate(
    encode(substr(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 1, 24), 'base64'), '+/', '-_');
  added public.list_invitations;
begin
  delete from public.list_invitations i using (
    select u.id, u.created_at, row_number() over (order by u.created_at desc, u.id) as place from public.list_invitations u
     where u.list_id = owned.id and (u.revoked or u.uses_left = 0 or u.expires_at < now())
  ) unusable
   where i.id = unusable.id and (unusable.place > 50 or unusable.created_at < now() - interval '30 days');
  if (select count(*) from public.list_invitations i where i.list_id = owned.id
        and not i.revoked and i.uses_left > 0 and i.expires_at > now()) >= 20 then
    perform private.refuse('409', 'too_many_invitations', 'This list already has 20 open invitations. Revoke one first.');
  end if;
  insert into public.list_invitations (list_id, secret_hash) values (owned.id, private.hash_secret(secret))
    returning * into added;
  return jsonb_build_object('id', added.id, 'secret', secret, 'expires_at', added.expires_at, 'uses_left', added.uses_left);
end
$$;
comment on function public.create_invitation(uuid) is
  'Invites to a list of the caller: {id, secret, expires_at, uses_left}. Only this answer contains the secret.';

create function public.list_invitations(list_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owned public.lists := private.lock_own_list(list_invitations.list_id);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'created_at', i.created_at, 'expires_at', i.expires_at,
      'uses_left', i.uses_left) order by i.created_at desc, i.id), '[]')
    from public.list_invitations i
    where i.list_id = owned.id and not i.revoked and i.uses_left > 0 and i.expires_at > now()
  );
end
$$;
comment on function public.list_invitations(uuid) is
  'The open invitations to a list of the caller, newest first: an array of {id, created_at, expires_at, uses_left}.';

create function public.revoke_invitation(invitation_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  list uuid := (select i.list_id from public.list_invitations i where i.id = invitation_id);
begin
  perform private.lock_own_list(list);
  update public.list_invitations i set revoked = true where i.id = invitation_id;
end
$$;
comment on function public.revoke_invitation(uuid) is 'Revokes an invitation to a list of the caller.';

-- Returns a usable invitation, or an invitation to a list that the caller has already joined.
create function private.find_invitation(secret text) returns public.list_invitations
language plpgsql stable security definer set search_path = ''
as $$
declare
  account uuid := private.require_caller();
  found public.list_invitations;
begin
  select i.* into found from public.list_invitations i where i.secret_hash = private.hash_secret(secret);
  if found.id is null then
    perform private.refuse('404', 'invitation_not_found', 'This invitation does not exist.');
  elsif private.is_member(found.list_id, account) then
    return found;
  elsif found.revoked then
    perform private.refuse('410', 'invitation_revoked', 'This invitation was revoked.');
  elsif found.uses_left <= 0 or found.expires_at <= now() then
    perform private.refuse('410', 'invitation_expired', 'This invitation has expired.');
  end if;
  return found;
end
$$;

-- Strangers wrote both names.
create function public.show_invitation(secret text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  invitation public.list_invitations := private.find_invitation(secret);
begin
  return (
    select jsonb_build_object('list_id', l.id, 'list_name', private.clean_text(l.name, 200),
      'owner_name', private.clean_text(private.name_of(l.user_id), 60), 'is_member', private.is_member(l.id, auth.uid()))
    from public.lists l where l.id = invitation.list_id
  );
end
$$;
comment on function public.show_invitation(text) is
  'What an invitation invites to: {list_id, list_name, owner_name, is_member}.';

create function public.accept_invitation(secret text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid := auth.uid();
  invitation public.list_invitations := private.find_invitation(secret);
begin
  perform from public.sync_state s where s.list_id = invitation.list_id for update;
  -- Reads it again: another account may have used it, and the owner may have revoked it, before the lock.
  invitation := private.find_invitation(secret);
  if not private.is_member(invitation.list_id, account) then
    perform private.check_membership_limits(invitation.list_id, account);
    update public.list_invitations i set uses_left = i.uses_left - 1, used_by = i.used_by || account
     where i.id = invitation.id and account <> all (i.used_by);
    insert into public.list_members (list_id, user_id) values (invitation.list_id, account)
      on conflict (user_id, list_id) do update set deleted = false, role = 'member', joined_at = now();
    perform private.announce_list(invitation.list_id);
  end if;
  return invitation.list_id;
end
$$;
comment on function public.accept_invitation(text) is 'Makes the caller a member. Returns the id of the list, also to members.';
