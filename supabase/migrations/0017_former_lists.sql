-- Bounds what an account can add to former_lists by creating and deleting lists (product H12). Replaces a function of the baseline
-- (5_members.sql).

-- The last owner. Null if the account was deleted, and for lists that were deleted before this migration.
alter table public.former_lists add column user_id uuid references auth.users (id) on delete set null;
create index former_lists_by_user on public.former_lists (user_id, deleted_at);

-- Keeps the ids of the latest 1,000 deleted lists of each owner, which no other list may take: devices of former members may still
-- know them. An owner who deletes more gives up only ids of lists that were the owner's own.
create or replace function private.on_list_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- An account that is being deleted may be gone already.
  insert into public.former_lists (id, user_id) values (old.id, (select u.id from auth.users u where u.id = old.user_id))
    on conflict do nothing;
  -- An array, so that the table is not scanned.
  delete from public.former_lists f where f.id = any (array(
    select e.id from public.former_lists e where e.user_id = old.user_id order by e.deleted_at desc, e.id offset 1000));
  return null;
end
$$;
