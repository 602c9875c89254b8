-- Memberships, names and owners of lists (product H1 to H11, A7). Each membership has a version, counted per account. Versions
-- become visible in commit order, because a transaction that assigns one locks the account's memberships until its commit.
-- Everything here locks in the same order as a write: first the list (sync_state), then memberships by account.

create function private.lock_memberships(accounts uuid[]) returns void
language sql security definer set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('list_members ' || a.id::text, 0))
    from (select distinct unnest(accounts) as id order by 1) a
$$;

create function private.assign_membership_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_memberships(array[new.user_id]);
  new.version := 1 + coalesce((select max(m.version) from public.list_members m where m.user_id = new.user_id), 0);
  return new;
end
$$;

create function private.members_of(list uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$ select coalesce(array_agg(m.user_id), '{}') from public.list_members m where m.list_id = list and not m.deleted $$;

-- Gives each membership of the list a new version, so that the members' devices read its name, members and roles again.
create function private.announce_list(list uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_memberships(private.members_of(list));
  update public.list_members set version = version where list_id = list and not deleted;
end
$$;

create function private.on_list_added() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.sync_state (list_id) values (new.id);
  -- The account may have left a deleted list with this id.
  insert into public.list_members (list_id, user_id, role) values (new.id, new.user_id, 'owner')
    on conflict (user_id, list_id) do update set role = 'owner', joined_at = now(), deleted = false;
  return null;
end
$$;

create function private.on_list_renamed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.announce_list(new.id);
  return null;
end
$$;

-- Keeps the name of a personal list and the one in the profile of its account equal.
create function private.copy_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'lists' then
    update public.user_profiles p set list_name = new.name where p.id = new.id and p.list_name <> new.name;
  elsif tg_op = 'UPDATE' or new.list_name <> 'My List' then
    update public.lists l set name = new.list_name where l.id = new.id and l.name <> new.list_name;
  else
    update public.user_profiles p set list_name = l.name from public.lists l
     where p.id = new.id and l.id = new.id and l.name <> p.list_name;
  end if;
  return null;
end
$$;

-- Without control, bidi and invisible characters, which can make a row read as something else. At most 60 characters.
-- Joiners and direction marks stay, because emoji and right-to-left names need them; a name of nothing else is empty.
create function private.clean_text(given text, longest integer) returns text
language sql immutable set search_path = ''
as $$
  select case when regexp_replace(cut, '[\s\u061c\u200c-\u200f\ufe00-\ufe0f]+', '', 'g') = '' then '' else cut end
    from (
      select btrim(left(btrim(regexp_replace(
        regexp_replace(given, '[\u00ad\u115f\u1160\u180e\u200b\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]', '', 'g'),
        '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')), longest)) as cut
    ) c
$$;

create function private.clean_display_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.display_name := private.clean_text(new.display_name, 60);
  return new;
end
$$;

-- The name by which members know an account; null if it has none.
create function private.name_of(account uuid) returns text
language sql stable security definer set search_path = ''
as $$ select nullif(p.display_name, '') from public.user_profiles p where p.id = account $$;

-- Gives the memberships of all lists of the account a new version, so that their members' devices read the name.
create function private.announce_display_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  joined uuid[] := (select array_agg(m.list_id) from public.list_members m where m.user_id = new.id and not m.deleted);
begin
  perform private.lock_memberships((
    select array_agg(o.user_id) from public.list_members o where o.list_id = any (joined) and not o.deleted));
  update public.list_members set version = version where list_id = any (joined) and not deleted;
  return null;
end
$$;

-- The saved list that a member loaded last (S5). Members write the id and the name; the account comes from the session.
create function private.record_loader() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  load_id text := left(new.loaded ->> 'id', 100);
begin
  if auth.uid() is null then
    return new;
  end if;
  if tg_op = 'UPDATE' and (load_id is null or load_id = old.loaded ->> 'id') then
    new.loaded := old.loaded;
  elsif load_id is not null then
    new.loaded := jsonb_build_object('id', load_id, 'name', private.clean_text(new.loaded ->> 'name', 200), 'by', auth.uid());
  end if;
  return new;
end
$$;

-- Deletes a list with all its rows, or all memberships of an account, without change events, because subscribers without a
-- filter would receive the ids. Hosted Supabase ignores the setting.
create function private.delete_silently(list uuid, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  collects text := coalesce(current_setting('realtime.collects', true), '');
begin
  perform set_config('realtime.collects', 'skip', true);
  delete from public.lists l where l.id = list;
  delete from public.list_members m where m.user_id = account;
  perform set_config('realtime.collects', collects, true);
end
$$;

-- Ends memberships of a list and announces this to the remaining members. An account keeps only its latest 200 ended
-- memberships. A device that does not know an older one learns of its end when it pulls the list.
create function private.end_memberships(list uuid, accounts uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  collects text := coalesce(current_setting('realtime.collects', true), '');
begin
  perform private.lock_memberships(private.members_of(list) || accounts);
  update public.list_members m set deleted = true where m.list_id = list and m.user_id = any (accounts) and not m.deleted;
  perform private.announce_list(list);
  perform set_config('realtime.collects', 'skip', true);
  delete from public.list_members m using (
    select e.user_id, e.list_id, row_number() over (partition by e.user_id order by e.version desc) as place
      from public.list_members e where e.user_id = any (accounts) and e.deleted
  ) ended
   where ended.place > 200 and m.user_id = ended.user_id and m.list_id = ended.list_id;
  perform set_config('realtime.collects', collects, true);
end
$$;

-- Hands a list to another member. The invitations of the former owner end.
create function private.change_owner(list uuid, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  collects text := coalesce(current_setting('realtime.collects', true), '');
begin
  perform private.lock_memberships(private.members_of(list));
  -- Neither versions nor usage nor change events: no device shows the owner of a row, and the list can be large.
  perform set_config('realtime.collects', 'skip', true), set_config('sync.is_handover', 'on', true);
  update public.lists l set user_id = account where l.id = list;
  update public.grocery_items i set user_id = account where i.list_id = list;
  update public.categories c set user_id = account where c.list_id = list;
  update public.saved_lists s set user_id = account where s.list_id = list;
  perform set_config('realtime.collects', collects, true), set_config('sync.is_handover', '', true);
  update public.list_invitations i set revoked = true where i.list_id = list and not i.revoked;
  update public.list_members m set role = case when m.user_id = account then 'owner' else 'member' end
   where m.list_id = list and not m.deleted;
end
$$;

-- Keeps the id of a deleted list, which no other list may take: devices of former members may still know it.
create function private.on_list_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.former_lists (id) values (old.id) on conflict do nothing;
  return null;
end
$$;

-- A new account gets a personal list. When an account is deleted, its lists are handed over or deleted (H1, H9).
create function private.on_account_added() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.lists (id, user_id) values (new.id, new.id);
  return null;
end
$$;

create function private.on_account_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  joined record;
  heir uuid;
begin
  perform from public.sync_state s
    where s.list_id in (select m.list_id from public.list_members m where m.user_id = old.id and not m.deleted)
    order by s.list_id for update;
  perform private.lock_memberships((
    select array_agg(o.user_id) from public.list_members m join public.list_members o on o.list_id = m.list_id
     where m.user_id = old.id and not m.deleted and not o.deleted
  ));
  for joined in select m.list_id, m.role from public.list_members m where m.user_id = old.id and not m.deleted order by 1 loop
    select m.user_id into heir from public.list_members m
     where m.list_id = joined.list_id and not m.deleted and m.user_id <> old.id order by m.joined_at, m.user_id limit 1;
    if heir is null then
      perform private.delete_silently(joined.list_id, null);
    else
      if joined.role = 'owner' then
        perform private.change_owner(joined.list_id, heir);
      end if;
      perform private.end_memberships(joined.list_id, array[old.id]);
    end if;
  end loop;
  perform private.delete_silently(null, old.id);
  return old;
end
$$;

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
