-- Who is on the way to a provider and back. Used once, for minutes; the state itself is known to the browser alone.

create table auth.provider_flows (
  state_hash bytea primary key,
  provider text not null,
  redirect_to text not null,
  -- Of our client (RFC 7636); null where it asked for the session itself.
  code_challenge text,
  code_challenge_method text,
  -- Ours toward the provider: they prove that its answer belongs to this question.
  code_verifier text not null,
  nonce text not null,
  -- Whose account a sign-in is to be linked to, and the session that asked for it; null where somebody signs in.
  user_id uuid references auth.users (id) on delete cascade,
  session_id uuid,
  created_at timestamptz not null default now()
);
create index provider_flows_by_age on auth.provider_flows (created_at);
create index provider_flows_by_user on auth.provider_flows (user_id);

revoke all on auth.provider_flows from anon, authenticated, service_role;
