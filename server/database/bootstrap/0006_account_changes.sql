-- What an account is about to become: another address waits until it is confirmed, and a password that is to be changed
-- long after signing in waits for a mailed code. And what is known of an address that it has: that somebody opened a mail
-- there is more than that it counts as confirmed.

alter table auth.users
  add column email_change text,
  add column email_change_sent_at timestamptz,
  -- Who has confirmed it so far. 0: nobody; 1: the present address, or it need not; 2: the new one.
  add column email_change_confirm_status smallint not null default 0
    check (email_change_confirm_status between 0 and 2),
  -- When somebody proved to have the present address: by a mailed link, or by a provider or operator who vouches for it.
  -- Null also where it was confirmed without a look, and for all accounts that are older than this column.
  add column email_proved_at timestamptz;

-- The link of a sign-up brings the password and the words of that sign-up, and not those of whoever signed up last.
alter table auth.one_time_tokens
  add column password_hash text,
  add column user_metadata jsonb;
update auth.one_time_tokens t set password_hash = u.encrypted_password, user_metadata = u.raw_user_meta_data
  from auth.users u where u.id = t.user_id and t.type = 'signup';

-- One for each user. The code is short: its hash is made like a password's, and wrong tries are counted.
create table auth.reauthentications (
  user_id uuid primary key references auth.users (id) on delete cascade,
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null default now()
);

revoke all on auth.reauthentications from anon, authenticated, service_role;
