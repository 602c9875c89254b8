-- Passkeys, and the challenges that wait for one: named and columned like the hosted service's tables, since the download of
-- one's data (supabase/migrations/0006) reads them on both.

create table auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  credential_id bytea not null unique,
  -- In the form of COSE (RFC 9052).
  public_key bytea not null,
  attestation_type text not null default '',
  -- The model of whatever keeps the passkey, where it says so.
  aaguid uuid,
  -- Grows with each use, where the keeper of the passkey counts; else it stays 0.
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

-- Each is used once, within minutes. Who signs in is not known before the answer: then there is no user.
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

revoke all on auth.webauthn_credentials, auth.webauthn_challenges from anon, authenticated, service_role;
