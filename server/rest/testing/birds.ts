/** For tests: a table with columns of many types, and objects without public access. */

export const BIRDS = `
  create schema other;
  grant usage on schema other to anon, authenticated;
  create table public.birds (
    id int primary key,
    name text,
    weight numeric(6, 2),
    colors text[] not null default '{}',
    facts jsonb,
    seen timestamptz,
    is_rare boolean,
    "odd.name" text,
    span int4range,
    code char(3),
    notes tsvector
  );
  insert into public.birds values
    (1, 'Robin', 18.5, '{red,brown}', '{"home": {"kind": "nest"}, "eggs": [4, 5], "tags": {"a": 1}}', '2026-01-02 03:04:05+00', false, 'x', '[1,5)', 'ROB', to_tsvector('english', 'sings at dawn')),
    (2, 'Great, "Tit"', 19, '{yellow}', '{"home": {"kind": "box"}, "eggs": [8]}', null, null, 'y', '[5,9)', 'TIT', null),
    (3, 'Owl 100%', 400.25, '{}', null, '2026-02-02 03:04:05+00', true, null, null, null, to_tsvector('english', 'hunts at night')),
    (4, null, null, '{brown}', '{}', null, true, 'back\\slash', null, null, null);
  create view public.rare_birds as select id, name from public.birds where is_rare;
  create table other.stones (id int primary key, name text);
  insert into other.stones values (1, 'flint');
  create table public.hidden (id int);
  create function public.loud(public.birds) returns text language sql stable as $$ select upper($1.name) $$;
  create function public.writes(public.birds) returns int language sql security definer as $$ insert into public.hidden values (1) returning id $$;
  grant select on public.birds, public.rare_birds to anon, authenticated;
  grant select on other.stones to anon;
`;
