-- What an account is about to become: another address waits until it is confirmed, and a password that is to be changed
-- long after signing in waits for a mailed code.

alter table auth.users
  add column email_change text,
  add column email_change_sent_at timestamptz,
  -- How many of two confirmations are there: the next one after 1 changes the address.
  add column email_change_confirm_status smallint not null default 0
    check (email_change_confirm_status between 0 and 1);

-- One for each user. The code is short: its hash is made like a password's, and wrong tries are counted.
create table auth.reauthentications (
  user_id uuid primary key references auth.users (id) on delete cascade,
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null default now()
);

revoke all on auth.reauthentications from anon, authenticated, service_role;
