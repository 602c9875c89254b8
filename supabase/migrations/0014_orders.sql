-- The order in which people have arranged the categories (product O1). Replaces content_bytes of 0010_members.sql.

-- The places of a category in orders: {"list": where it was moved to, "start": where it was before}. A write sets the keys that it
-- names and keeps the others, so that two people's arrangements merge. Null means that a place was removed: the key stays, so that
-- devices that pull the row find out. Earlier versions of the app neither send nor read this column.
alter table public.categories add column ranks jsonb not null default '{}';

-- Merges the written keys into the row's. A value that the app could not have written is left out and refuses nothing (1_tables.sql of
-- the baseline): the app ignores such a key as well. At most 64 keys stay: removed places go first, then new ones, and those of the
-- list's own order never, so that no member can take their room (H12).
create function private.merge_ranks() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := '{}';
begin
  if jsonb_typeof(new.ranks) is distinct from 'object' then
    new.ranks := '{}';
  end if;
  -- Operators may restore earlier rows.
  if auth.uid() is not null and new.ranks <> '{}' then
    new.ranks := coalesce((
      select jsonb_object_agg(e.key, e.value) from jsonb_each(new.ranks) e
       where e.key ~ '^[A-Za-z0-9_-]{1,64}$' and case jsonb_typeof(e.value)
         when 'null' then true
         when 'number' then octet_length(e.value::text) <= 40 and abs((e.value #>> '{}')::numeric) < 1000000000
         else false end), '{}');
  end if;
  if tg_op = 'UPDATE' then
    before := old.ranks;
  end if;
  new.ranks := before || new.ranks;
  if (select count(*) from jsonb_object_keys(new.ranks)) > 64 then
    new.ranks := (
      select jsonb_object_agg(kept.key, kept.value) from (
        select e.key, e.value from jsonb_each(new.ranks) e
         order by e.key not in ('list', 'start'), e.value = 'null', not before ? e.key, e.key limit 64) kept);
  end if;
  return new;
end
$$;
-- Before assign_version, because triggers run in the order of their names.
create trigger a_merge_ranks before insert or update of ranks on public.categories
  for each row execute function private.merge_ranks();

-- Also leaves out the new column for categories without ranks, whose rows were counted before this column existed.
create or replace function public.content_bytes(content jsonb) returns integer
language sql immutable set search_path = ''
as $$
  select 100 + octet_length((content - array['version', 'device_id', 'device_seq', 'checked', 'deleted', 'list_id', 'added_by',
    'ticked_by', 'written_by', 'deleted_at'] - case when content @> '{"amount": null, "unit": null, "note": null}'
    then array['amount', 'unit', 'note'] else '{}' end - case when content ->> 'ranks' = '{}'
    then array['ranks'] else '{}' end)::text)
$$;

revoke all on function private.merge_ranks() from public, anon, authenticated, service_role;
