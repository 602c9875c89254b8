-- What private channels need: as on hosted Supabase, row level security of realtime.messages decides who may read and write a
-- topic, and policies get the topic from realtime.topic(). To check a caller, the server inserts a row, reads it as the
-- caller, and rolls back (server/realtime/presence/authorize.ts), so the table stays empty.

create function realtime.topic() returns text language sql stable
as $$ select nullif(current_setting('realtime.topic', true), '') $$;

create unlogged table realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  primary key (id, inserted_at)
);
alter table realtime.messages enable row level security;
grant select, insert on realtime.messages to anon, authenticated, service_role;

-- The API does not expose this schema. Callers may use nothing else in it.
grant usage on schema realtime to anon, authenticated, service_role;
revoke execute on all functions in schema realtime from public;
grant execute on function realtime.topic() to anon, authenticated, service_role;

-- The presences of all server processes on this database. Those of a process that was not seen for a while do not count.
create unlogged table realtime.processes (
  id uuid primary key,
  seen_at timestamptz not null default now()
);
create unlogged table realtime.presences (
  -- phx_ref in the protocol.
  ref text primary key,
  process uuid not null,
  topic text not null,
  -- JSON: {"key", "meta"}. As text, because jsonb refuses some of the escapes that JSON allows.
  content text not null
);
create index presences_by_topic on realtime.presences (topic);
