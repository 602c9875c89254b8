-- What a member learns and can hold up of another account (product H10, H12). Replaces two functions of the baseline (5_members.sql).

-- Changes the owner of the list last. Its foreign key locks the new owner's account until the end of the transaction, and all that
-- the account does, such as signing in, waits for it. The row itself is locked first: a new name locks it before the list.
create or replace function private.change_owner(list uuid, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  collects text := coalesce(current_setting('realtime.collects', true), '');
begin
  perform private.lock_memberships(private.members_of(list));
  perform from public.lists l where l.id = list for no key update;
  -- Neither versions nor usage nor change events: no device shows the owner of a row, and the list can be large.
  perform set_config('realtime.collects', 'skip', true), set_config('sync.is_handover', 'on', true);
  update public.grocery_items i set user_id = account where i.list_id = list;
  update public.categories c set user_id = account where c.list_id = list;
  update public.saved_lists s set user_id = account where s.list_id = list;
  update public.lists l set user_id = account where l.id = list;
  perform set_config('realtime.collects', collects, true), set_config('sync.is_handover', '', true);
  update public.list_invitations i set revoked = true where i.list_id = list and not i.revoked;
  update public.list_members m set role = case when m.user_id = account then 'owner' else 'member' end
   where m.list_id = list and not m.deleted;
end
$$;

-- The versions of an account's memberships follow the clock. Consecutive ones told the members of one list how often something
-- happened in the others. JavaScript reads microseconds exactly until the year 2255.
create or replace function private.assign_membership_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_memberships(array[new.user_id]);
  new.version := greatest(
    1 + coalesce((select max(m.version) from public.list_members m where m.user_id = new.user_id), 0),
    (extract(epoch from clock_timestamp()) * 1000000)::bigint);
  return new;
end
$$;
