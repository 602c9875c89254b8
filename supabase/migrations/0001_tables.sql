-- The four tables of the shopping list: the columns of the specification and those that sync needs (architecture section 4).
-- These migrations run unchanged on hosted Supabase and, after the server's own bootstrap, on a plain Postgres 15 to 18.
--
-- A write can never fail because of its data: no unique names, no foreign keys between synced tables, no checks of columns.
-- Only the sizes of rows and accounts are limited (0002_sync.sql).
-- Every column has a default, so that an upsert with some of the columns works for a row that does not exist yet.

create table public.grocery_items (
  id text primary key default gen_random_uuid()::text,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null default '',
  category text not null default '',
  checked boolean not null default false,
  deleted boolean not null default false,
  version bigint not null default 0,
  device_id text,
  device_seq bigint
);

create table public.categories (
  id text primary key default gen_random_uuid()::text,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null default '',
  color text not null default '',
  in_list boolean not null default true,
  deleted boolean not null default false,
  version bigint not null default 0,
  device_id text,
  device_seq bigint
);

create table public.saved_lists (
  id text primary key default gen_random_uuid()::text,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null default '',
  items jsonb not null default '[]',
  created_at timestamptz not null default now(),
  deleted boolean not null default false,
  version bigint not null default 0,
  device_id text,
  device_seq bigint
);

-- One row for each account, with the account's id.
create table public.user_profiles (
  id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  username text not null default '',
  email text not null default '',
  device_info jsonb not null default '{}',
  last_sync_at timestamptz,
  list_name text not null default 'My List',
  version bigint not null default 0,
  device_id text,
  device_seq bigint
);

-- A pull reads the rows of one account above a version, in order.
create index grocery_items_by_version on public.grocery_items (user_id, version);
create index categories_by_version on public.categories (user_id, version);
create index saved_lists_by_version on public.saved_lists (user_id, version);
