-- What keeps a member of a list from harming the others (product H12): limits count who wrote, texts and dates
-- have limits, ids never change or come back, and a page of rows has a size that every device can download.
-- Replaces functions of 0002_sync.sql and 0006_lists.sql, and pull_rows of 0008_amounts.sql.

-- The account that wrote the row last. A device must not take another account's write for its own (change events), so it
-- compares the account besides the device.
alter table public.grocery_items add column written_by uuid;
alter table public.categories add column written_by uuid;
alter table public.saved_lists add column written_by uuid;

-- Also leaves out the new column. A device's id counts as its longest form, so that a tick does not change the count,
-- whichever device wrote the row before.
create or replace function public.content_bytes(content jsonb) returns integer
language sql immutable set search_path = ''
as $$
  select 100 + octet_length((content - array['version', 'device_id', 'device_seq', 'checked', 'deleted', 'list_id', 'added_by',
    'ticked_by', 'written_by', 'deleted_at'] - case when content @> '{"amount": null, "unit": null, "note": null}'
    then array['amount', 'unit', 'note'] else '{}' end)::text)
$$;

-- Usage by account. The rows of a list and their bytes count toward the accounts that added them, not toward the owner, so
-- that no member fills an account that is not theirs, and a handover fills nothing.

-- What each account has added to the list: {"account": [rows, bytes]}.
alter table public.sync_state add column authors jsonb not null default '{}';

update public.sync_state s
   set byte_count = s.byte_count + 100 * s.row_count,
       authors = jsonb_build_object(l.user_id, jsonb_build_array(s.row_count, s.byte_count + 100 * s.row_count))
  from public.lists l where l.id = s.list_id and s.row_count > 0;
-- Items know who added them. The owner keeps the categories and saved lists that others added before this migration.
update public.sync_state s
   set authors = s.authors || others.authors || jsonb_build_object(others.owner, jsonb_build_array(
     greatest(s.row_count - others.rows, 0), greatest(s.byte_count - others.bytes, 0)))
  from (
    select c.list_id, c.owner, sum(c.rows) as rows, sum(c.bytes) as bytes,
           jsonb_object_agg(c.added_by, jsonb_build_array(c.rows, c.bytes)) as authors
      from (
        select i.list_id, l.user_id as owner, i.added_by, count(*) as rows, sum(public.content_bytes(to_jsonb(i.*))) as bytes
          from public.grocery_items i join public.lists l on l.id = i.list_id
         where i.added_by <> l.user_id group by 1, 2, 3
      ) c group by 1, 2
  ) others
 where others.list_id = s.list_id;

-- Adds to what an account has added. Rows that others have shortened don't become a credit.
create function private.add_to_authors(authors jsonb, account text, more_rows bigint, more_bytes bigint) returns jsonb
language sql immutable set search_path = ''
as $$
  select authors || jsonb_build_object(account, jsonb_build_array(
    greatest(coalesce((authors -> account ->> 0)::bigint, 0) + more_rows, 0),
    greatest(coalesce((authors -> account ->> 1)::bigint, 0) + more_bytes, 0)))
$$;

-- Refuses additions that exceed the limits of the account that writes: what it has added counts, in all lists of which it is
-- or was a member.
drop function public.check_usage(uuid, bigint, bigint);
create function public.check_usage(account uuid, more_rows bigint, more_bytes bigint) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  usage record;
begin
  if more_rows <= 0 and more_bytes <= 0 then
    return;
  end if;
  select sum((s.authors -> account::text ->> 0)::bigint) as rows, sum((s.authors -> account::text ->> 1)::bigint) as bytes
    into usage
    from public.list_members m join public.sync_state s on s.list_id = m.list_id
   where m.user_id = account;
  if more_rows > 0 and usage.rows > public.size_limit('max_account_rows', 100000) then
    raise exception 'This account is full.' using errcode = 'PT413',
      detail = format('An account can have %s rows, deleted ones included.', public.size_limit('max_account_rows', 100000));
  end if;
  if more_bytes > 0 and usage.bytes > public.size_limit('max_account_bytes', 100000000) then
    raise exception 'This account is full.' using errcode = 'PT413',
      detail = format('An account can store %s bytes.', public.size_limit('max_account_bytes', 100000000));
  end if;
end
$$;

create or replace function public.save_count() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  list text := current_setting('sync.list', true);
  more_rows bigint := coalesce(nullif(current_setting('sync.rows', true), ''), '0');
  more_bytes bigint := coalesce(nullif(current_setting('sync.bytes', true), ''), '0');
  author text;
begin
  if list <> '' then
    if more_rows = 0 and more_bytes = 0 then
      update public.sync_state
         set version = current_setting('sync.version')::bigint, seen = current_setting('sync.seen')::jsonb
       where list_id = list::uuid and version < current_setting('sync.version')::bigint;
      perform set_config('sync.list', '', true);
      return;
    end if;
    -- What operators add counts toward the owner.
    author := coalesce(auth.uid()::text, current_setting('sync.owner'));
    update public.sync_state s
       set version = current_setting('sync.version')::bigint, seen = current_setting('sync.seen')::jsonb,
           row_count = s.row_count + more_rows, byte_count = s.byte_count + more_bytes,
           authors = private.add_to_authors(s.authors, author, more_rows, more_bytes)
     where s.list_id = list::uuid;
    perform set_config('sync.list', '', true), set_config('sync.rows', '', true), set_config('sync.bytes', '', true);
    perform public.check_usage(author::uuid, more_rows, more_bytes);
  end if;
end
$$;

-- Adds to the running count of the statement, or to the table: the insert triggers of an upsert fire after its count was saved.
create or replace function public.add_usage(list uuid, more_rows bigint, more_bytes bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  author uuid;
begin
  if more_rows = 0 and more_bytes = 0 then
    return;
  end if;
  if list::text = current_setting('sync.list', true) then
    perform set_config('sync.rows', (coalesce(nullif(current_setting('sync.rows', true), ''), '0')::bigint + more_rows)::text, true),
            set_config('sync.bytes', (coalesce(nullif(current_setting('sync.bytes', true), ''), '0')::bigint + more_bytes)::text, true);
    return;
  end if;
  author := coalesce(auth.uid(), (select l.user_id from public.lists l where l.id = list));
  update public.sync_state s
     set row_count = s.row_count + more_rows, byte_count = s.byte_count + more_bytes,
         authors = private.add_to_authors(s.authors, author::text, more_rows, more_bytes)
   where s.list_id = list and author is not null;
  perform public.check_usage(author, more_rows, more_bytes);
end
$$;

-- Replay protection. Keys are devices, and those of other members have the account and a space in front (0006_lists.sql).

-- Records the latest number of a device. A 201st device replaces the oldest one of the account that has the most, so that an
-- account with many devices replaces only its own.
create or replace function public.record_device(seen jsonb, device text, latest jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  if not (seen ? device) and (select count(*) from jsonb_object_keys(seen)) >= 200 then
    seen := seen - (
      select e.key from (
        select s.key, s.value, count(*) over (partition by s.account) as devices, s.account = own.account as is_own
          from (select d.key, d.value, case when position(' ' in d.key) > 0 then split_part(d.key, ' ', 1) else '' end as account
                  from jsonb_each(seen) d) s,
               (select case when position(' ' in device) > 0 then split_part(device, ' ', 1) else '' end as account) own
      ) e order by e.devices desc, e.is_own desc, (e.value ->> 1)::bigint limit 1);
  end if;
  return seen || jsonb_build_object(device, latest);
end
$$;

-- The limits of texts (product L10, Q1). The app counts characters as people do, which Postgres cannot: this counts only
-- those that certainly stand alone, such as Latin letters. So it refuses nothing that the app accepts.
create function private.is_too_long(given text) returns boolean
language sql immutable set search_path = ''
as $$
  select case when char_length(given) <= 200 then false else char_length(given) > 2000 or char_length(regexp_replace(given,
    '[^\u0001-\u02ff\u0370-\u0482\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]', '', 'g')) > 200 end
$$;

-- Refuses texts that the app could not have written. Rows that already have such a text can still change in other columns.
create function private.check_texts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  after jsonb := to_jsonb(new);
  before jsonb := case tg_op when 'UPDATE' then to_jsonb(old) end;
  field text;
  exists_already boolean := false;
begin
  -- Operators may restore earlier rows.
  if auth.uid() is null then
    return new;
  end if;
  foreach field in array array['name', 'note', 'unit', 'category', 'color', 'list_name'] loop
    if after ->> field is distinct from before ->> field and private.is_too_long(after ->> field) then
      raise exception using errcode = 'PT422', hint = 'text_too_long',
        message = 'This text is too long. The limit is 200 characters.';
    end if;
  end loop;
  if octet_length(new.device_id) > 100 and new.device_id is distinct from before ->> 'device_id' then
    raise exception using errcode = 'PT422', hint = 'text_too_long', message = 'The id of this device is too long.';
  end if;
  if tg_op = 'INSERT' and octet_length(new.id::text) > 200 then
    -- An upsert fires this trigger for its inserts also if the row exists.
    execute format('select exists (select from public.%I where id::text = $1)', tg_table_name)
      into exists_already using new.id::text;
    if not exists_already then
      raise exception using errcode = 'PT422', hint = 'text_too_long', message = 'This id is too long.';
    end if;
  end if;
  return new;
end
$$;

do $$
declare
  target record;
begin
  -- The condition is cheap, and hardly any row meets it.
  for target in
    select * from (values
      ('grocery_items', array['name', 'note', 'unit', 'category', 'id', 'device_id']),
      ('categories', array['name', 'color', 'id', 'device_id']),
      ('saved_lists', array['name', 'id', 'device_id']),
      ('lists', array['name', 'device_id']),
      ('user_profiles', array['list_name', 'device_id'])
    ) as targets (name, columns)
  loop
    execute format('create trigger check_texts before insert or update on public.%I for each row when (%s)
      execute function private.check_texts()', target.name,
      (select string_agg(format('octet_length(new.%I) > 100', c), ' or ') from unnest(target.columns) c));
  end loop;
end
$$;

-- Writes.

-- As in 0006_lists.sql, and:
-- - An id never changes. Otherwise a member could move a row to another id, and take its id in another list.
-- - A saved list cannot be from the future, where it would count as the newest for ever. Clocks may differ by five minutes.
-- - The name of a list is refused alike whether the list is unknown or of others.
create or replace function public.assign_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := auth.uid();
  list uuid;
  device text;
  seen jsonb;
begin
  if tg_op = 'UPDATE' and 'on' in (current_setting('sync.is_handover', true), current_setting('sync.is_emptying', true)) then
    -- A new owner and the text of a deleted row change nothing that devices show.
    return new;
  end if;
  if tg_table_name = 'lists' then
    if tg_op = 'INSERT' and (caller is null or current_setting('sync.is_new_list', true) = 'on')
      and not exists (select from public.lists l where l.id = new.id)
    then
      return new;
    end if;
  elsif tg_table_name <> 'user_profiles' then
    -- Operators have no account, so the column's default is null.
    new.list_id := coalesce(new.list_id, new.user_id);
    if tg_op = 'UPDATE' and new.id <> old.id then
      raise exception using errcode = '42501', message = 'The id of a row cannot change.';
    end if;
  end if;
  list := (to_jsonb(new) ->> tg_argv[0])::uuid;
  if tg_op = 'UPDATE' and list is distinct from (to_jsonb(old) ->> tg_argv[0])::uuid then
    raise exception using errcode = '42501', message = 'A row cannot move to another list.';
  end if;
  if list::text is distinct from current_setting('sync.list', true) then
    perform public.begin_count(list);
  end if;
  if tg_table_name not in ('lists', 'user_profiles') then
    -- Members don't have to know the owner. Clients that know only one list send their own account (spec section 7).
    if caller is not null and new.user_id::text <> current_setting('sync.owner') and new.user_id is distinct from caller then
      raise exception 'new row violates row-level security policy for table "%"', tg_table_name using errcode = '42501';
    end if;
    new.user_id := current_setting('sync.owner')::uuid;
    new.written_by := caller;
    if tg_table_name = 'saved_lists' then
      new.created_at := case when new.created_at > now() + interval '5 minutes' then now() else new.created_at end;
    end if;
  end if;
  if octet_length(new::text) > public.size_limit('max_row_bytes', 65536) then
    raise exception 'This row is too large.' using errcode = 'PT422',
      detail = format('A row can have %s bytes.', public.size_limit('max_row_bytes', 65536));
  end if;
  new.version := current_setting('sync.version')::bigint + 1;
  if tg_table_name = 'lists' and tg_op = 'UPDATE' then
    -- A new list has version 1 already, and its counter starts at 0.
    new.version := greatest(new.version, old.version + 1);
  end if;
  if tg_op = 'INSERT' and new.device_seq is not null and new.device_id is not null then
    -- The numbers of each member's devices are counted separately. Otherwise a member could send a high number under the id of another
    -- member's device, whose changes would then be skipped. The personal list's account keeps its earlier entries.
    device := new.device_id;
    if (caller is not null and caller <> list) or position(' ' in device) > 0 then
      device := coalesce(caller::text, '') || ' ' || device;
    end if;
    seen := current_setting('sync.seen')::jsonb;
    if coalesce((seen -> device ->> 0)::bigint, 0) >= new.device_seq then
      return null;
    end if;
    seen := public.record_device(seen, device, jsonb_build_array(new.device_seq, new.version));
    perform set_config('sync.seen', seen::text, true);
  end if;
  perform set_config('sync.version', new.version::text, true);
  return new;
end
$$;

-- Deleted rows. Apps empty the text that a deleted row does not need, and undo writes it again. Earlier apps and other
-- clients leave it to the server, which empties it after 30 days: until then, their undo still needs it.
alter table public.grocery_items add column deleted_at timestamptz;
alter table public.saved_lists add column deleted_at timestamptz;

create function private.record_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.deleted_at := now();
  elsif old.deleted then
    new.deleted_at := old.deleted_at;
  else
    new.deleted_at := now();
    perform set_config('sync.has_deleted', 'on', true);
  end if;
  return new;
end
$$;

-- Changes no version, because no device shows these columns of a deleted row.
create function private.empty_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  collects text := coalesce(current_setting('realtime.collects', true), '');
begin
  if current_setting('sync.has_deleted', true) is distinct from 'on' or current_setting('sync.is_handover', true) = 'on' then
    return null;
  end if;
  perform set_config('sync.has_deleted', '', true), set_config('realtime.collects', 'skip', true),
          set_config('sync.is_emptying', 'on', true);
  update public.grocery_items i set amount = null, unit = null, note = null
   where i.deleted and (i.amount is not null or i.unit is not null or i.note is not null)
     and i.deleted_at < now() - interval '30 days' and i.list_id in (select n.list_id from new_rows n);
  update public.saved_lists s set items = '[]'
   where s.deleted and s.items <> '[]' and s.deleted_at < now() - interval '30 days'
     and s.list_id in (select n.list_id from new_rows n);
  perform set_config('realtime.collects', collects, true), set_config('sync.is_emptying', '', true);
  return null;
end
$$;

do $$
declare
  target record;
begin
  for target in
    select * from (values
      ('grocery_items', '(amount is not null or unit is not null or note is not null)'), ('saved_lists', $i$items <> '[]'$i$)
    ) as targets (name, has_text)
  loop
    execute format('alter table public.%I disable trigger user', target.name);
    execute format('update public.%I set deleted_at = now() where deleted and %s', target.name, target.has_text);
    execute format('alter table public.%I enable trigger user', target.name);
    execute format('create index %1$s_to_empty on public.%1$I (list_id, deleted_at) where deleted and %2$s', target.name, target.has_text);
    execute format('create trigger record_deletion before insert or update on public.%I for each row when (new.deleted)
      execute function private.record_deletion()', target.name);
    -- After the statement's count was saved, because triggers run in the order of their names.
    execute format('create trigger z_empty_deleted after update on public.%I referencing new table as new_rows
      for each statement execute function private.empty_deleted()', target.name);
  end loop;
end
$$;

update public.saved_lists set created_at = now() where created_at > now();

-- Lists, members and invitations.

-- The ids of deleted lists, which no other list may take: devices of former members may still know them.
create table public.former_lists (
  id uuid primary key,
  deleted_at timestamptz not null default now()
);
alter table public.former_lists enable row level security;
revoke all on public.former_lists from anon, authenticated;
grant all on public.former_lists to service_role;

create function private.on_list_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.former_lists (id) values (old.id) on conflict do nothing;
  return null;
end
$$;
create trigger keep_id after delete on public.lists for each row execute function private.on_list_deleted();

-- An account that could not create its list on the server first learns that it was deleted on another device.
create or replace function public.create_list(list_id uuid, name text) returns void
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

-- As in 0006_lists.sql, and an account keeps only its latest 200 ended memberships. A device that does not know an older one
-- learns of its end when it pulls the list.
create or replace function private.end_memberships(list uuid, accounts uuid[]) returns void
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

-- As in 0006_lists.sql, and the invitations of the former owner end.
create or replace function private.change_owner(list uuid, account uuid) returns void
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
comment on function public.hand_over_list(uuid, uuid) is
  'Makes a member the owner of a list of the caller, who stays a member. Revokes the open invitations to it.';

-- The accounts that an invitation has admitted. One that leaves and joins again uses it up once.
alter table public.list_invitations add column used_by uuid[] not null default '{}';

create or replace function public.accept_invitation(secret text) returns uuid
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

-- As in 0006_lists.sql, and a list keeps only its latest 50 unusable invitations.
create or replace function public.create_invitation(list_id uuid) returns jsonb
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

-- Strangers wrote both names.
create or replace function public.show_invitation(secret text) returns jsonb
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

create or replace function private.memberships_above(cursor bigint) returns json
language sql stable security definer set search_path = '' set timezone = 'UTC'
as $$
  select coalesce(json_agg(r order by r.version), '[]') from (
    select m.list_id as id, private.clean_text(l.name, 200) as name, m.role, m.joined_at, m.deleted, m.version,
           case when l.id is not null then (
             select json_agg(json_build_object('id', o.user_id, 'name', private.clean_text(private.name_of(o.user_id), 60),
               'role', o.role) order by o.joined_at, o.user_id)
             from public.list_members o where o.list_id = m.list_id and not o.deleted
           ) end as members
      from public.list_members m
      left join public.lists l on l.id = m.list_id and not m.deleted
     where m.user_id = (select auth.uid()) and m.version > cursor
  ) r
$$;

-- Pulls.

-- A page of rows: at most 2 MB, and at least one row. `lines` are the rows in order; null for those that are certainly too
-- much. Apps ask for the next page after one with as many rows as they wanted, so a page that was cut has `{}` in place of
-- the rows that are left out, which apps skip. The last row has to be a real one.
create function private.to_page(lines json[], page integer) returns json
language plpgsql immutable set search_path = ''
as $$
declare
  kept json[];
begin
  if lines is null then
    return '[]';
  end if;
  select array_agg(s.line order by s.place) into kept from (
    select u.line, u.place, sum(octet_length(u.line::text)) over (order by u.place) as bytes
      from unnest(lines) with ordinality u (line, place)
  ) s where s.line is not null and (s.bytes <= 2000000 or s.place = 1);
  if cardinality(kept) = cardinality(lines) then
    return to_json(lines);
  end if;
  return to_json(kept[:cardinality(kept) - 1] || array_fill('{}'::json, array[greatest(page - cardinality(kept), 0)])
    || kept[cardinality(kept):]);
end
$$;

-- Replaces the function of 0008_amounts.sql. The pages of the three tables have a limit in bytes, and
-- texts from before there was a limit are cut. Lengths are read without the texts themselves, which can be large.
create or replace function public.pull_rows(cursors jsonb, most integer default 1000, list uuid default auth.uid()) returns json
language plpgsql stable set search_path = ''
as $$
declare
  page integer := least(greatest(most, 1), 5000);
  items json;
  categories json;
  saved json;
  names json;
  profiles json;
  memberships json;
begin
  -- Row level security checks the session for the tables, but not for the memberships.
  perform private.require_caller();
  if not list = any (private.my_lists()) then
    perform private.refuse('403', 'not_a_member', 'You are not a member of this list.');
  end if;
  if cursors ? 'grocery_items' then
    select private.to_page(array_agg(case when p.bytes <= 2000000 or p.place = 1 then (select row_to_json(r) from (
        select p.id, left(p.name, 2000) as name, left(p.category, 2000) as category, p.checked, p.amount, left(p.unit, 2000) as unit,
          left(p.note, 2000) as note, p.deleted, p.added_by, p.ticked_by, p.version, left(p.device_id, 100) as device_id) r)
      end order by p.version, p.id), page) into items from (
        select t.*, row_number() over w as place, sum(300 + octet_length(t.id) + least(octet_length(t.name), 8000)
            + least(octet_length(t.category), 8000) + coalesce(least(octet_length(t.unit), 8000), 0)
            + coalesce(least(octet_length(t.note), 8000), 0)) over w as bytes
          from (
            select i.* from public.grocery_items i
             where i.list_id = list and i.version > (cursors ->> 'grocery_items')::bigint
             order by i.version, i.id limit page) t
        window w as (order by t.version, t.id)) p;
  end if;
  if cursors ? 'categories' then
    select private.to_page(array_agg(case when p.bytes <= 2000000 or p.place = 1 then (select row_to_json(r) from (
        select p.id, left(p.name, 2000) as name, left(p.color, 2000) as color, p.in_list, p.deleted, p.version,
          left(p.device_id, 100) as device_id) r)
      end order by p.version, p.id), page) into categories from (
        select t.*, row_number() over w as place, sum(200 + octet_length(t.id) + least(octet_length(t.name), 8000)
            + least(octet_length(t.color), 8000)) over w as bytes
          from (
            select c.* from public.categories c
             where c.list_id = list and c.version > (cursors ->> 'categories')::bigint
             order by c.version, c.id limit page) t
        window w as (order by t.version, t.id)) p;
  end if;
  if cursors ? 'saved_lists' then
    -- A saved list has 64 kB at most, so a hundred of them are few enough.
    select private.to_page(array_agg(case when p.place <= 100 then (select row_to_json(r) from (
        select p.id, left(p.name, 2000) as name, p.items, p.created_at, p.deleted, p.version,
          left(p.device_id, 100) as device_id) r)
      end order by p.version, p.id), page) into saved from (
        select t.*, row_number() over (order by t.version, t.id) as place
          from (
            select s.* from public.saved_lists s
             where s.list_id = list and s.version > (cursors ->> 'saved_lists')::bigint
             order by s.version, s.id limit least(page, 101)) t) p;
  end if;
  if cursors ? 'lists' then
    select coalesce(json_agg(r.line), '[]') into names from (
      select to_jsonb(t.*) - array['user_id', 'created_at', 'device_seq'] as line from public.lists t
       where t.id = list and t.version > (cursors ->> 'lists')::bigint) r;
  end if;
  -- Earlier versions of the app read the name of the personal list here.
  if cursors ? 'user_profiles' then
    select coalesce(json_agg(r), '[]') into profiles from (
      select t.id, t.list_name, t.version, t.device_id from public.user_profiles t
       where t.id = auth.uid() and t.version > (cursors ->> 'user_profiles')::bigint) r;
  end if;
  if cursors ? 'list_members' then
    memberships := private.memberships_above((cursors ->> 'list_members')::bigint);
  end if;
  return json_build_object('grocery_items', items, 'categories', categories, 'saved_lists', saved, 'lists', names,
    'user_profiles', profiles, 'list_members', memberships);
end
$$;

revoke all on function private.add_to_authors(jsonb, text, bigint, bigint),
  public.check_usage(uuid, bigint, bigint), private.is_too_long(text), private.check_texts(), private.on_list_deleted(),
  private.to_page(json[], integer), private.record_deletion(), private.empty_deleted() from public, anon, authenticated, service_role;
-- pull_rows calls it as the caller.
grant execute on function private.to_page(json[], integer) to authenticated;
