-- The accounts, their sessions and sign-in methods, and what waits to be confirmed. Only the server itself reads these
-- tables. They have the names and columns of the hosted service where supabase/migrations reads them.

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
  -- A new address waits here until it is confirmed.
  email_change text,
  email_change_sent_at timestamptz,
  -- 0: not confirmed; 1: confirmed from the present address, or that is not required; 2: from the new one.
  email_change_confirm_status smallint not null default 0 check (email_change_confirm_status between 0 and 2),
  -- When the user proved to own the address: by a mailed link, or through a provider or operator who vouches for it.
  -- Null where the address was confirmed automatically.
  email_proved_at timestamptz,
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
  -- The second step that raised the session's level; without the factor the level falls back.
  factor_id uuid,
  -- Where the session was opened or last renewed, for the list of signed-in devices.
  user_agent text,
  ip text,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now()
);
create index sessions_by_user on auth.sessions (user_id);
create index sessions_by_factor on auth.sessions (factor_id) where factor_id is not null;

-- The refresh tokens of a session form a chain: each refers to the one it replaced, which has no other successor. Only
-- hashes are stored. A successor can be derived again only from its predecessor and its own nonce.
create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  nonce bytea not null,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  parent_id bigint unique references auth.refresh_tokens (id) on delete set null,
  revoked_at timestamptz,
  -- When an access token that was issued with this token was first used. Until then the response may have been lost, and
  -- the client can present the parent again.
  access_used_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_tokens_by_session on auth.refresh_tokens (session_id);

-- Links in mails; used once. The link of a sign-up brings the password and metadata of that sign-up, not of a later one.
create table auth.one_time_tokens (
  token_hash bytea primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  type text not null,
  code_challenge text,
  code_challenge_method text,
  password_hash text,
  user_metadata jsonb,
  created_at timestamptz not null default now()
);
create index one_time_tokens_by_user on auth.one_time_tokens (user_id);

-- A code that the browser with the verifier can exchange for a session (RFC 7636).
create table auth.flow_states (
  code_hash bytea primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  code_challenge text not null,
  code_challenge_method text not null,
  authentication_method text not null,
  created_at timestamptz not null default now()
);
create index flow_states_by_user on auth.flow_states (user_id);

-- Security-relevant changes and sign-ins on new devices, for the owner. The latest 50 of each account are kept.
create table auth.security_events (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  -- Such as the name of a provider.
  detail text not null default '',
  user_agent text not null default '',
  ip text not null default '',
  created_at timestamptz not null default now()
);
create index security_events_by_user on auth.security_events (user_id, id);

-- The browsers and networks that an account has signed in with. A hash, so that it is no log of addresses.
create table auth.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  device_hash bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);

-- Rate limits of all processes together. A window begins with the first try.
create unlogged table auth.rate_limits (
  key text primary key,
  count integer not null,
  window_end timestamptz not null
);

-- Keys and secrets, shared by all processes on this database.
create table auth.secrets (
  name text primary key,
  value jsonb not null,
  created_at timestamptz not null default now()
);

-- Second steps, and the challenges that wait for an answer.
create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text not null default '',
  factor_type text not null check (factor_type in ('totp', 'phone')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- Of an authenticator app, in base 32. The server must read it to compute the codes.
  secret text,
  -- Of a phone: the digits of E.164, without the plus sign.
  phone text,
  -- The latest step of RFC 6238 whose code was accepted; no code up to it is accepted again.
  last_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index mfa_factors_by_user on auth.mfa_factors (user_id);

-- One-time codes that replace a lost second step. A used code is deleted.
create table auth.mfa_recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  -- The network that requested it, as rate limits count addresses.
  ip_address text not null,
  -- Of a code that was sent in a text message.
  code_hash bytea,
  wrong_codes integer not null default 0,
  verified_at timestamptz,
  created_at timestamptz not null default now()
);
create index mfa_challenges_by_factor on auth.mfa_challenges (factor_id);

-- A mailed code for a password change, one for each user. The code is short: it is hashed like a password, and wrong tries
-- are counted.
create table auth.reauthentications (
  user_id uuid primary key references auth.users (id) on delete cascade,
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null default now()
);

-- Sign-ins at a provider that are under way. Used once, within minutes; only the browser knows the state itself.
create table auth.provider_flows (
  state_hash bytea primary key,
  provider text not null,
  redirect_to text not null,
  -- Of our client (RFC 7636); null where it asked for the session itself.
  code_challenge text,
  code_challenge_method text,
  -- Our own toward the provider: they prove that its answer belongs to this request.
  code_verifier text not null,
  nonce text not null,
  -- The account to link the sign-in to, and the session that asked for it; null for a plain sign-in.
  user_id uuid references auth.users (id) on delete cascade,
  session_id uuid,
  created_at timestamptz not null default now()
);
create index provider_flows_by_age on auth.provider_flows (created_at);
create index provider_flows_by_user on auth.provider_flows (user_id);

-- Passkeys, and the challenges that wait for one.
create table auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  credential_id bytea not null unique,
  -- In the form of COSE (RFC 9052).
  public_key bytea not null,
  attestation_type text not null default '',
  -- The model of the authenticator, where it says so.
  aaguid uuid,
  -- Grows with each use where the authenticator counts; else it stays 0.
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index webauthn_credentials_by_user on auth.webauthn_credentials (user_id);

-- Used once, within minutes. A challenge to sign in has no user: the answer names one.
create table auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  challenge_type text not null check (challenge_type in ('registration', 'authentication')),
  session_data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index webauthn_challenges_by_user on auth.webauthn_challenges (user_id);
create index webauthn_challenges_by_end on auth.webauthn_challenges (expires_at);

revoke all on all tables in schema auth from anon, authenticated;
grant select, insert, update, delete on all tables in schema auth to service_role;
-- Secrets, codes and credentials are the server's own: not even an operator's key reads them.
revoke all on auth.secrets, auth.mfa_factors, auth.mfa_challenges, auth.mfa_recovery_codes, auth.reauthentications, auth.provider_flows,
  auth.webauthn_credentials, auth.webauthn_challenges from service_role;
