-- Second steps: what a user proves beyond the password, and the challenges that wait for an answer. Named and columned like
-- the hosted service's tables where others look at them, such as the policies of supabase/migrations/0005.

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text not null default '',
  factor_type text not null check (factor_type in ('totp', 'phone')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- Of an authenticator app, in base 32: the server has to read it to know the codes.
  secret text,
  -- Of a phone: the digits of E.164, without the plus sign.
  phone text,
  -- The latest step of RFC 6238 whose code was taken; none up to it is taken again.
  last_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index mfa_factors_by_user on auth.mfa_factors (user_id);

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  -- From which network it was asked for, as limits count addresses.
  ip_address text not null,
  -- Of a code that went out in a text message.
  code_hash bytea,
  wrong_codes integer not null default 0,
  verified_at timestamptz,
  created_at timestamptz not null default now()
);
create index mfa_challenges_by_factor on auth.mfa_challenges (factor_id);

-- With which second step a session got to its level; without the factor it falls back.
alter table auth.sessions add column factor_id uuid;
create index sessions_by_factor on auth.sessions (factor_id) where factor_id is not null;

-- Secrets and numbers are the server's own: no key of the API reads them, not even an operator's.
revoke all on auth.mfa_factors, auth.mfa_challenges from anon, authenticated, service_role;
