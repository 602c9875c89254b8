-- The identity that the exchange of a code links to the account, and the session that started it; null for a sign-in.
alter table auth.flow_states add column linking jsonb;
