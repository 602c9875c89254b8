-- The accounts: who they are, their sessions, and what waits to be confirmed. Only the server itself reads these tables.

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text,
  encrypted_password text,
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{"provider": "email", "providers": ["email"]}',
  raw_user_meta_data jsonb not null default '{}',
  banned_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Addresses are kept in lower case.
create unique index users_by_email on auth.users (email);

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null default '{}',
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_by_user on auth.identities (user_id);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  aal text not null default 'aal1',
  amr jsonb not null default '[]',
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now()
);
create index sessions_by_user on auth.sessions (user_id);

-- A session's refresh tokens form a chain: each knows the one it replaced, which has no other successor. Only hashes are
-- kept. A successor can be made again from the token before it and its own nonce, and from nothing less.
create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  nonce bytea not null,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  parent_id bigint unique references auth.refresh_tokens (id) on delete set null,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_tokens_by_session on auth.refresh_tokens (session_id);

-- Links in mails; used once.
create table auth.one_time_tokens (
  token_hash bytea primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  type text not null,
  code_challenge text,
  code_challenge_method text,
  created_at timestamptz not null default now()
);
create index one_time_tokens_by_user on auth.one_time_tokens (user_id);

-- A code that a browser that holds the verifier can exchange for a session (RFC 7636).
create table auth.flow_states (
  code_hash bytea primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  code_challenge text not null,
  code_challenge_method text not null,
  authentication_method text not null,
  created_at timestamptz not null default now()
);
create index flow_states_by_user on auth.flow_states (user_id);

-- How often something was tried, for all processes together. A window begins with the first try.
create unlogged table auth.rate_limits (
  key text primary key,
  count integer not null,
  window_end timestamptz not null
);

-- Keys and secrets: the same for all processes on this database.
create table auth.secrets (
  name text primary key,
  value jsonb not null,
  created_at timestamptz not null default now()
);

revoke all on all tables in schema auth from anon, authenticated;
grant select, insert, update, delete on all tables in schema auth to service_role;
revoke all on auth.secrets from service_role;
