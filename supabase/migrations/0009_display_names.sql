-- The name that members of a list see (product A7), and who loaded a saved list into it last (product S5).
-- Replaces private.name_of of 0006_lists.sql. The pull_rows of 0010_members.sql returns the new column of lists.

-- Null until the person was asked for it; empty if they gave none. Only its owner reads and writes a profile.
alter table public.user_profiles add column display_name text;

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
-- Before assign_version, because triggers run in the order of their names.
create trigger a_clean_display_name before insert or update of display_name on public.user_profiles
  for each row execute function private.clean_display_name();

-- The name by which members know an account; null if it has none. Earlier, it was taken from the address.
create or replace function private.name_of(account uuid) returns text
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
create trigger announce_new_display_name after insert on public.user_profiles
  for each row when (new.display_name <> '') execute function private.announce_display_name();
create trigger announce_display_name after update on public.user_profiles
  for each row when (coalesce(old.display_name, '') <> coalesce(new.display_name, ''))
  execute function private.announce_display_name();

-- Devices of today have names that were taken from addresses. With new versions, they read the members of shared lists again.
alter table public.list_members disable trigger user;
update public.list_members m set version = last.version + n.place
  from (select l.user_id, max(l.version) as version from public.list_members l group by 1) last,
       (select s.user_id, s.list_id, row_number() over (partition by s.user_id order by s.list_id) as place
          from public.list_members s
         where not s.deleted and exists (
           select from public.list_members o where o.list_id = s.list_id and o.user_id <> s.user_id and not o.deleted)) n
 where last.user_id = m.user_id and n.user_id = m.user_id and n.list_id = m.list_id;
alter table public.list_members enable trigger user;

-- The saved list that a member loaded last: {"id": of the load, "name": of the saved list, "by": the account}. Members write
-- the id and the name; the account comes from the session.
alter table public.lists add column loaded jsonb;
grant insert (loaded), update (loaded) on public.lists to authenticated;

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
create trigger a_record_loader before insert or update on public.lists
  for each row execute function private.record_loader();

revoke all on function private.clean_text(text, integer), private.clean_display_name(), private.announce_display_name(),
  private.record_loader() from public, anon, authenticated, service_role;
