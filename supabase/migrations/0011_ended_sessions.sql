-- Remembers the sessions that their owner ended from elsewhere, so that the device of such a session can be told to remove its
-- copies of the lists (product Y9). A session that ended in any other way is not remembered: one that expired, one whose token
-- was used twice, and one that a restored backup does not know must cost the device nothing (product A1).

create table public.ended_sessions (
  id uuid primary key,
  -- Null once the account is deleted.
  user_id uuid references auth.users (id) on delete set null,
  reason text not null check (reason in ('logged-out', 'password-changed', 'account-deleted')),
  ended_at timestamptz not null default now()
);
create index ended_sessions_by_user on public.ended_sessions (user_id, ended_at);
create index ended_sessions_by_age on public.ended_sessions (ended_at);

-- Only the functions below read it.
alter table public.ended_sessions enable row level security;
revoke all on public.ended_sessions from public, anon, authenticated;
grant all on public.ended_sessions to service_role;

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

-- Replaces the function of 0005_account_functions.sql.
create or replace function public.end_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  return private.end_sessions(private.require_session(), array[session_id], 'logged-out') > 0;
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
create trigger remember_sessions before delete on auth.users
  for each row execute function private.on_account_with_sessions_deleted();

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

revoke all on function private.remember_ended_sessions(uuid, uuid[], text), private.end_sessions(uuid, uuid[], text),
  private.on_account_with_sessions_deleted() from public, anon, authenticated, service_role;
revoke all on function public.read_session_end(uuid) from public, service_role;
grant execute on function public.read_session_end(uuid) to anon, authenticated;
