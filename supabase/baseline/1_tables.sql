-- The schema of a new database, in nine files that are run once, in this order. They stand for the migrations 0001 to 0013:
-- the result is the same, down to the privileges (test/backend/baseline.test.ts). A database that has some of those
-- migrations gets the missing ones instead, and later migrations follow in both cases.
--
-- Like the migrations, these files run on hosted Supabase and, after the server's own bootstrap, on a plain Postgres 15 to 18.
-- Columns are in the order in which migrations added them, because a select of all columns returns them in this order.
--
-- A write can never fail because of its data: no unique names, no foreign keys between synced tables, no checks of columns.
-- Only sizes are limited (4_limits.sql). Every column of a synced table has a default, so that an upsert with some of the
-- columns works for a row that does not exist yet.

-- Lists that several accounts share (product H1 to H11, decision 46). Each account has a personal list with the account's id,
-- so that clients that know nothing about lists still work.
create table public.lists (
  id uuid primary key default gen_random_uuid(),
  -- The owner.
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null default 'My List',
  created_at timestamptz not null default now(),
  -- Cursors start at 0, and 0 means that a backend has no versions.
  version bigint not null default 1,
  device_id text,
  device_seq bigint,
  -- The saved list that a member loaded last: {"id": of the load, "name": of the saved list, "by": the account}.
  loaded jsonb
);
create index lists_by_owner on public.lists (user_id);

-- In the three tables of rows:
--   user_id     the owner of the row's list. No foreign key, because an account's lists can outlive it (H9).
--   version     the place of the last write in the list (3_sync.sql)
--   device_id, device_seq  the device that wrote the row last, and the number that it gave to the write
--   written_by  the account that wrote the row last. A device must not take another account's write for its own (change
--               events), so it compares the account besides the device.
--   deleted_at  when the row was deleted, to empty its texts later
create table public.grocery_items (
  id text primary key default gen_random_uuid()::text,
  user_id uuid not null default auth.uid(),
  name text not null default '',
  category text not null default '',
  checked boolean not null default false,
  deleted boolean not null default false,
  version bigint not null default 0,
  device_id text,
  device_seq bigint,
  list_id uuid not null default auth.uid() references public.lists (id) on delete cascade,
  -- The accounts that added an item and ticked it last (H8). Only a trigger writes these columns.
  added_by uuid,
  ticked_by uuid,
  -- Product Q1. Earlier versions of the app neither send nor read these columns, and so do not change them.
  amount numeric,
  unit text,
  note text,
  written_by uuid,
  deleted_at timestamptz
);

create table public.categories (
  id text primary key default gen_random_uuid()::text,
  user_id uuid not null default auth.uid(),
  name text not null default '',
  color text not null default '',
  in_list boolean not null default true,
  deleted boolean not null default false,
  version bigint not null default 0,
  device_id text,
  device_seq bigint,
  list_id uuid not null default auth.uid() references public.lists (id) on delete cascade,
  written_by uuid
);

create table public.saved_lists (
  id text primary key default gen_random_uuid()::text,
  user_id uuid not null default auth.uid(),
  name text not null default '',
  items jsonb not null default '[]',
  created_at timestamptz not null default now(),
  deleted boolean not null default false,
  version bigint not null default 0,
  device_id text,
  device_seq bigint,
  list_id uuid not null default auth.uid() references public.lists (id) on delete cascade,
  written_by uuid,
  deleted_at timestamptz
);

-- A pull reads the rows of one list above a version, in order.
create index grocery_items_by_version on public.grocery_items (list_id, version);
create index categories_by_version on public.categories (list_id, version);
create index saved_lists_by_version on public.saved_lists (list_id, version);
-- The deleted rows that still have text.
create index grocery_items_to_empty on public.grocery_items (list_id, deleted_at)
  where deleted and (amount is not null or unit is not null or note is not null);
create index saved_lists_to_empty on public.saved_lists (list_id, deleted_at) where deleted and items <> '[]';

-- One row for each account, with the account's id. Early versions of the app, which may be open for days, read and write the
-- name of the personal list here, so triggers keep it equal to the one in `lists`.
create table public.user_profiles (
  id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  username text not null default '',
  email text not null default '',
  device_info jsonb not null default '{}',
  last_sync_at timestamptz,
  list_name text not null default 'My List',
  version bigint not null default 0,
  device_id text,
  device_seq bigint,
  -- The name that members of a list see (product A7). Null until the person was asked for it; empty if they gave none. Only
  -- its owner reads and writes a profile.
  display_name text
);

-- A former member's row stays, with `deleted` set, so that the member's devices learn of the removal. It outlives the list,
-- so it has no foreign key to it.
create table public.list_members (
  list_id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null default 'member' check (role in ('owner', 'member')),
  joined_at timestamptz not null default now(),
  deleted boolean not null default false,
  -- Grows with each change to the names, members and roles of the member's lists.
  version bigint not null default 0,
  primary key (user_id, list_id)
);
create index list_members_by_list on public.list_members (list_id) where not deleted;
create index list_members_by_version on public.list_members (user_id, version);

create table public.list_invitations (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references public.lists (id) on delete cascade,
  -- SHA-256. Only the link contains the secret.
  secret_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  uses_left integer not null default 20,
  revoked boolean not null default false,
  -- The accounts that it has admitted. One that leaves and joins again uses it up once.
  used_by uuid[] not null default '{}'
);
create index list_invitations_by_list on public.list_invitations (list_id);

-- One row for each list, which no client reads: the latest version, and for each of the latest 200 devices the latest number
-- applied and the version it got: {"device": [number, version]}.
create table public.sync_state (
  list_id uuid primary key references public.lists (id) on delete cascade,
  version bigint not null default 0,
  seen jsonb not null default '{}',
  -- The rows of the list, tombstones included, and the bytes of their content, without a scan (count_usage).
  row_count bigint not null default 0,
  byte_count bigint not null default 0,
  -- What each account has added to the list: {"account": [rows, bytes]}.
  authors jsonb not null default '{}'
);

-- The ids of deleted lists, which no other list may take: devices of former members may still know them.
create table public.former_lists (
  id uuid primary key,
  deleted_at timestamptz not null default now()
);

-- The sessions that their owner ended from elsewhere, so that the device of such a session can be told to remove its copies of
-- the lists (product Y9). A session that ended in any other way is not remembered: one that expired, one whose token was used
-- twice, and one that a restored backup does not know must cost the device nothing (product A1).
create table public.ended_sessions (
  id uuid primary key,
  -- Null once the account is deleted.
  user_id uuid references auth.users (id) on delete set null,
  reason text not null check (reason in ('logged-out', 'password-changed', 'account-deleted')),
  ended_at timestamptz not null default now()
);
create index ended_sessions_by_user on public.ended_sessions (user_id, ended_at);
create index ended_sessions_by_age on public.ended_sessions (ended_at);
