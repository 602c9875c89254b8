-- Account operations that the auth API lacks (product A3, Y9): list the signed-in devices, end a session, download everything
-- that is stored about an account, delete the account. Signed-in users call them for their own account as
-- POST /rest/v1/rpc/NAME.
--
-- An error has a status (in PostgREST, SQLSTATE PT and three digits) and a hint that the app recognizes:
--   401 session_not_found        the session has ended, or the account is suspended or deleted
--   403 insufficient_aal         the account has a second step that this session has not passed
--   403 reauthentication_needed  the last sign-in is more than a day old
--   400 confirmation_mismatch    the typed text is not the account's address
--
-- On hosted Supabase some columns of auth have other types or do not exist: levels and states are enums (hence ::text),
-- auth.sessions.ip is an inet, and auth.sessions.refreshed_at has no time zone.

-- Keeps only the named fields, because hosted Supabase has more columns, some of them with secrets.
create function private.pick(source jsonb, names text[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(source) e where e.key = any (names)
$$;

create function private.sessions_of(account uuid) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
begin
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object(
        'id', s.id,
        'user_agent', coalesce(s.user_agent, ''),
        'ip', coalesce(split_part(s.ip::text, '/', 1), ''),
        'created_at', s.created_at::timestamptz,
        'last_used_at', coalesce(s.refreshed_at::timestamptz, s.created_at::timestamptz),
        'aal', coalesce(s.aal::text, 'aal1'),
        'is_current', s.id::text is not distinct from auth.jwt() ->> 'session_id'
      ) order by coalesce(s.refreshed_at::timestamptz, s.created_at::timestamptz) desc, s.id
    ), '[]')
    from auth.sessions s where s.user_id = account
  );
end
$$;

-- The sign-in methods besides the password. Hosted Supabase has had a table of passkeys only since 2026.
create function private.ways_in_of(account uuid) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  passkeys jsonb := '[]';
begin
  if has_table_privilege(to_regclass('auth.webauthn_credentials'), 'select') then
    execute 'select coalesce(jsonb_agg(private.pick(to_jsonb(p), $2) order by p.created_at, p.id), ''[]'')
      from auth.webauthn_credentials p where p.user_id = $1'
      into passkeys
      using account, array['id', 'friendly_name', 'credential_id', 'aaguid', 'attestation_type', 'sign_count',
        'transports', 'backup_eligible', 'backed_up', 'created_at', 'updated_at', 'last_used_at'];
  end if;
  return jsonb_build_object(
    'identities', (
      select coalesce(jsonb_agg(private.pick(to_jsonb(i), array['id', 'provider', 'provider_id', 'identity_data',
        'email', 'created_at', 'updated_at', 'last_sign_in_at']) order by i.created_at, i.id), '[]')
      from auth.identities i where i.user_id = account
    ),
    'second_steps', (
      select coalesce(jsonb_agg(private.pick(to_jsonb(f), array['id', 'friendly_name', 'factor_type', 'status', 'phone',
        'created_at', 'updated_at', 'last_challenged_at']) order by f.created_at, f.id), '[]')
      from auth.mfa_factors f where f.user_id = account
    ),
    'passkeys', passkeys
  );
end
$$;

-- The latest security events, newest first; null if the backend has none (hosted Supabase).
create function private.activity_of(account uuid) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  events jsonb;
begin
  if has_table_privilege(to_regclass('auth.security_events'), 'select') then
    execute 'select coalesce(jsonb_agg(private.pick(to_jsonb(e), $2) order by e.id desc), ''[]'')
      from (select * from auth.security_events where user_id = $1 order by id desc limit 50) e'
      into events
      using account, array['kind', 'detail', 'user_agent', 'ip', 'created_at'];
  end if;
  return events;
end
$$;

create function private.rows_of(account uuid, are_deleted boolean) returns jsonb
language sql stable security definer set search_path = '' set timezone = 'UTC'
as $$
  select jsonb_build_object(
    'items', (
      select coalesce(jsonb_agg(to_jsonb(i.*) - 'user_id' order by i.list_id, i.version, i.id), '[]')
      from public.grocery_items i
      where i.list_id in (select l.id from public.lists l where l.user_id = account) and i.deleted = are_deleted
    ),
    'categories', (
      select coalesce(jsonb_agg(to_jsonb(c.*) - 'user_id' order by c.list_id, c.version, c.id), '[]')
      from public.categories c
      where c.list_id in (select l.id from public.lists l where l.user_id = account) and c.deleted = are_deleted
    ),
    'saved_lists', (
      select coalesce(jsonb_agg(to_jsonb(s.*) - 'user_id' order by s.list_id, s.version, s.id), '[]')
      from public.saved_lists s
      where s.list_id in (select l.id from public.lists l where l.user_id = account) and s.deleted = are_deleted
    )
  )
$$;

-- The account's lists: the names of all of them, and the versions and devices of those that it owns.
create function private.lists_of(account uuid) returns jsonb
language sql stable security definer set search_path = '' set timezone = 'UTC'
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.list_id, 'name', l.name, 'role', m.role, 'joined_at', m.joined_at,
      'deleted', m.deleted, 'created_at', l.created_at)
    || case when m.role = 'owner' and not m.deleted
         then jsonb_build_object('version', s.version, 'devices', s.seen) else '{}' end
    order by m.joined_at, m.list_id), '[]')
  from public.list_members m
  left join public.lists l on l.id = m.list_id and not m.deleted
  left join public.sync_state s on s.list_id = l.id
  where m.user_id = account
$$;

-- Whether all rows of an account fit in one response, by the counts of 4_limits.sql. One statement would take minutes to
-- collect the rows of a full account, and the result would not fit in the memory of a small server.
create function private.fits_one_response(account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(s.row_count), 0) <= 10000 and coalesce(sum(s.byte_count), 0) <= 10000000
    from public.lists l join public.sync_state s on s.list_id = l.id where l.user_id = account
$$;

-- Remembers sessions of an account that are about to be deleted, for a year, and at most 200 for each account. Announces their ids
-- to the bundled server, which closes their realtime channels. On hosted Supabase no process listens.
create function private.remember_ended_sessions(account uuid, ended uuid[], why text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own uuid[] := array(select s.id from auth.sessions s where s.user_id = account and s.id = any (ended));
begin
  insert into public.ended_sessions (id, user_id, reason)
    select o.id, case when why <> 'account-deleted' then account end, why from unnest(own) o (id)
    on conflict (id) do nothing;
  delete from public.ended_sessions e where e.ended_at < now() - interval '1 year';
  delete from public.ended_sessions e where e.id in (
    select o.id from public.ended_sessions o where o.user_id = account order by o.ended_at desc, o.id offset 200
  );
  perform pg_notify('ended_sessions', id::text) from unnest(own) id;
end
$$;

-- Ends sessions of an account with their refresh tokens, because its owner wants that. Returns how many there were.
create function private.end_sessions(account uuid, ended uuid[], why text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  count integer;
begin
  perform private.remember_ended_sessions(account, ended, why);
  delete from auth.sessions s where s.user_id = account and s.id = any (ended);
  get diagnostics count = row_count;
  return count;
end
$$;

create function private.on_account_with_sessions_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.remember_ended_sessions(
    old.id, array(select s.id from auth.sessions s where s.user_id = old.id), 'account-deleted');
  return old;
end
$$;

create function public.list_sessions() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.sessions_of(private.require_session());
end
$$;
comment on function public.list_sessions() is
  'The devices that are signed in to the caller''s account, the latest used first: an array of {id, user_agent, ip, created_at, last_used_at, aal, is_current}.';

create function public.list_activity() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.activity_of(private.require_session());
end
$$;
comment on function public.list_activity() is
  'Security-relevant events of the caller''s account, the latest 50, newest first: an array of {kind, detail, user_agent, ip, created_at}.';

create function public.end_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  return private.end_sessions(private.require_session(), array[session_id], 'logged-out') > 0;
end
$$;
comment on function public.end_session(uuid) is
  'Ends one session of the caller''s account, also the present one, with its refresh tokens. Gives whether there was such a session.';

-- The identities do not tell whether an account has a password: GoTrue adds no identity `email` when an account that signed
-- up with a provider sets a password.
create function public.has_password() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  account uuid := private.require_session();
begin
  return (select coalesce(u.encrypted_password, '') <> '' from auth.users u where u.id = account);
end
$$;
comment on function public.has_password() is 'Whether the caller''s account has a password.';

-- Tells a device whose token was refused how its session ended. It has no valid token anymore, so everyone can call this; an id is
-- as hard to guess as a token, and the answer tells nothing about the account.
create function public.read_session_end(session_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select e.reason from public.ended_sessions e
   where e.id = read_session_end.session_id and not exists (select from auth.sessions s where s.id = e.id)
$$;
comment on function public.read_session_end(uuid) is
  'How the owner of an account ended this session: logged-out, password-changed or account-deleted. Null for a session that is active, unknown, or ended in another way.';

-- Reads everything in the snapshot of the calling statement, because no function here is volatile. Leaves out the rows of a
-- large account: callers then read them from the tables, in pages.
create function public.export_account() returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  account uuid := private.require_session();
begin
  return jsonb_build_object(
    'format', 'checklist-account',
    'version', 2,
    'exported_at', now(),
    'account', (
      select private.pick(to_jsonb(u.*), array['id', 'email', 'email_confirmed_at', 'email_change',
        'email_change_sent_at', 'email_change_confirm_status', 'phone', 'phone_confirmed_at', 'aud', 'role',
        'confirmation_sent_at', 'recovery_sent_at', 'last_sign_in_at', 'banned_until', 'created_at', 'updated_at'])
        || jsonb_build_object('has_password', coalesce(u.encrypted_password, '') <> '',
          'app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data)
      from auth.users u where u.id = account
    ),
    'sessions', private.sessions_of(account),
    'activity', coalesce(private.activity_of(account), '[]'),
    'profile', (select to_jsonb(p.*) from public.user_profiles p where p.id = account),
    'lists', private.lists_of(account)
  ) || private.ways_in_of(account) || case when private.fits_one_response(account)
    then private.rows_of(account, false) || jsonb_build_object('deleted', private.rows_of(account, true)) else '{}' end;
end
$$;
comment on function public.export_account() is
  'Everything the backend keeps of the caller''s account but secrets, as one document: docs/my-data.md says what each field is.';

-- The triggers of auth.users hand over or delete the account's lists.
create function public.delete_account(confirmation text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid := auth.uid();
  address text;
begin
  -- Locks in the same order as a write: first the personal list, then the account. No other device can be writing to it at
  -- this point, and later writes fail.
  perform from public.sync_state s where s.list_id = account for update;
  select coalesce(nullif(u.email, ''), nullif(to_jsonb(u.*) ->> 'phone', ''), u.id::text) into address
    from auth.users u where u.id = account for update;
  perform private.require_session();
  if coalesce(private.last_proof(), '-infinity') < now() - interval '1 day' then
    raise exception using errcode = 'PT403', hint = 'reauthentication_needed',
      message = 'Please sign in again before you delete the account.';
  end if;
  if lower(btrim(confirmation, E' \t\r\n')) is distinct from lower(address) then
    raise exception using errcode = 'PT400', hint = 'confirmation_mismatch',
      message = 'This is not the address of the account. Nothing was deleted.';
  end if;
  -- Deletes all rows that refer to the account: profile, lists, sessions, sign-in methods. The account's other devices
  -- notice when they renew their tokens.
  delete from auth.users u where u.id = account;
end
$$;
comment on function public.delete_account(text) is
  'Deletes the caller''s account with everything that belongs to it. Wants the account''s address, typed, and a sign-in of the last day.';
