-- Ends the presence of a session that has ended: the server checks the callers of its lists' channels again, as after the end of a
-- membership (supabase/migrations/0007_presence.sql). Hosted Supabase checks a channel again when its token is renewed.

create function realtime.announce_ended_sessions() returns trigger
language plpgsql security definer set search_path = ''
-- Without statistics of this unlogged table, Postgres would read all of it.
set enable_seqscan = off
as $$
begin
  perform pg_notify('realtime_topic', json_build_object('topic', p.topic)::text)
    from (
      select distinct m.list_id from public.list_members m join old_rows o on o.user_id = m.user_id where not m.deleted
    ) l
    cross join lateral (select q.topic from realtime.presences q where q.topic = 'list:' || l.list_id limit 1) p;
  return null;
end
$$;
revoke execute on function realtime.announce_ended_sessions() from public;
create trigger announce_ended_sessions after delete on auth.sessions referencing old table as old_rows
  for each statement execute function realtime.announce_ended_sessions();
