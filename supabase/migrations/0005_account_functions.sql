-- Account operations that the auth API lacks (product A3): list the signed-in devices, end a session, download everything
-- that is stored about an account, delete the account. Signed-in users call them for their own account as
-- POST /rest/v1/rpc/NAME.
--
-- An error has a status (in PostgREST, SQLSTATE PT and three digits) and a hint that the app recognizes:
--   401 session_not_found        the session has ended, or the account is deleted
--   403 insufficient_aal         the account has a second step that this session has not passed
--   403 reauthentication_needed  the last sign-in is more than a day old
--   400 confirmation_mismatch    the typed text is not the account's address
--
-- On hosted Supabase some columns of auth have other types or do not exist: levels and states are enums (hence ::text),
-- auth.sessions.ip is an inet, and auth.sessions.refreshed_at has no time zone.

-- Returns the account of an active session that has passed the second step if there is one. Otherwise raises an error.
create function private.require_session() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  account uuid := auth.uid();
begin
  if not exists (
    select from auth.sessions s where s.user_id = account and s.id::text = auth.jwt() ->> 'session_id'
  ) then
    raise exception using errcode = 'PT401', hint = 'session_not_found',
      message = 'This session has ended. Please sign in again.';
  end if;
  if not private.is_fully_assured() then
    raise exception using errcode = 'PT403', hint = 'insufficient_aal',
      message = 'Please enter the code of your second step first.';
  end if;
  return account;
end
$$;

-- Returns the time of the last sign-in of this session, from the token's claim amr (RFC 8176, with times). If the claim has
-- no times, returns the start of the session.
create function private.last_proof() returns timestamptz
language sql stable set search_path = '' set timezone = 'UTC'
as $$
  select greatest(
    (select s.created_at::timestamptz from auth.sessions s
      where s.user_id = auth.uid() and s.id::text = auth.jwt() ->> 'session_id'),
    (select max(to_timestamp((e.entry ->> 'timestamp')::double precision))
      from jsonb_array_elements(
        case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end
      ) e (entry)
      where jsonb_typeof(e.entry) = 'object'
        -- A second step does not count, because an attacker could have just added it.
        and e.entry ->> 'method' not in ('token_refresh', 'totp') and e.entry ->> 'method' not like 'mfa/%')
  )
$$;

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
language sql stable set search_path = '' set timezone = 'UTC'
as $$
  select jsonb_build_object(
    'items', (
      select coalesce(jsonb_agg(to_jsonb(i.*) - 'user_id' order by i.version, i.id), '[]')
      from public.grocery_items i where i.user_id = account and i.deleted = are_deleted
    ),
    'categories', (
      select coalesce(jsonb_agg(to_jsonb(c.*) - 'user_id' order by c.version, c.id), '[]')
      from public.categories c where c.user_id = account and c.deleted = are_deleted
    ),
    'saved_lists', (
      select coalesce(jsonb_agg(to_jsonb(l.*) - 'user_id' order by l.version, l.id), '[]')
      from public.saved_lists l where l.user_id = account and l.deleted = are_deleted
    )
  )
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
declare
  account uuid := private.require_session();
begin
  -- Deletes its refresh tokens as well.
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = account;
  return found;
end
$$;
comment on function public.end_session(uuid) is
  'Ends one session of the caller''s account, also the present one, with its refresh tokens. Gives whether there was such a session.';

-- Reads everything in the snapshot of the calling statement, because no function here is volatile.
create function public.export_account() returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  account uuid := private.require_session();
begin
  return jsonb_build_object(
    'format', 'checklist-account',
    'version', 1,
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
    'sync', (
      select jsonb_build_object('version', s.version, 'devices', s.seen)
      from public.sync_state s where s.user_id = account
    ),
    'deleted', private.rows_of(account, true)
  ) || private.ways_in_of(account) || private.rows_of(account, false);
end
$$;
comment on function public.export_account() is
  'Everything the backend keeps of the caller''s account but secrets, as one document: docs/my-data.md says what each field is.';

create function public.delete_account(confirmation text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid := auth.uid();
  address text;
begin
  -- Locks in the same order as a write (0002_sync.sql): first the account's version, then the account. No other device can
  -- be writing at this point, and later writes fail (23503).
  perform from public.sync_state s where s.user_id = account for update;
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
  -- Deletes all rows that refer to the account: items and tombstones, profile, versions, sessions, sign-in methods.
  delete from auth.users u where u.id = account;
  -- Discards the change events that the triggers of the bundled server collected, because subscribers without a filter
  -- would receive the ids. The account's other devices notice when they renew their tokens. Hosted Supabase ignores this
  -- setting.
  perform set_config('realtime.changes', '', true);
end
$$;
comment on function public.delete_account(text) is
  'Deletes the caller''s account with everything that belongs to it. Wants the account''s address, typed, and a sign-in of the last day.';

revoke all on function private.require_session(), private.last_proof(), private.pick(jsonb, text[]),
  private.sessions_of(uuid), private.ways_in_of(uuid), private.activity_of(uuid), private.rows_of(uuid, boolean)
  from public, anon, authenticated, service_role;
revoke all on function public.list_sessions(), public.list_activity(), public.end_session(uuid), public.export_account(),
  public.delete_account(text) from public, anon, authenticated, service_role;
grant execute on function public.list_sessions(), public.list_activity(), public.end_session(uuid), public.export_account(),
  public.delete_account(text) to authenticated;
