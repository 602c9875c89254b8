/** For tests: functions of every shape. */

export const ROUTINES = `
  create table public.things (id int primary key, name text);
  insert into public.things values (1, 'one'), (2, 'two'), (3, 'three');
  grant select, insert on public.things to anon;
  create function public.add(a int, b int default 10) returns int language sql immutable as $$ select a + b $$;
  create function public.hello() returns text language sql stable as $$ select 'hello "you"' $$;
  create function public.nothing_at_all() returns void language plpgsql as $$ begin end $$;
  create function public.all_things() returns setof public.things language sql stable as $$ select * from public.things $$;
  create function public.first_thing() returns public.things language sql stable as $$ select * from public.things order by id limit 1 $$;
  create function public.numbers(n int) returns setof int language sql stable as $$ select generate_series(1, n) $$;
  create function public.table_of(n int) returns table (x int, y text) language sql stable as $$ select n, 'y' $$;
  create function public.outs(a int, out b int, out c text) language sql stable as $$ select a * 2, 'c' $$;
  create function public.make_thing(id int, name text) returns public.things language sql as $$ insert into public.things values (id, name) returning * $$;
  create function public.joined(variadic words text[]) returns text language sql stable as $$ select array_to_string(words, '-') $$;
  create function public.sum_of(list int[]) returns int language sql stable as $$ select sum(x)::int from unnest(list) x $$;
  create function public.twice(a int) returns int language sql stable as $$ select a * 2 $$;
  create function public.twice(a text) returns text language sql stable as $$ select a || a $$;
  create function public.twice(a int, times int) returns int language sql stable as $$ select a * times $$;
  create function public.refuse(status text) returns void language plpgsql as $$
    begin raise exception using errcode = status, message = 'as you wish', detail = 'why', hint = 'how'; end $$;
  create function public.who() returns json language sql stable as $$ select json_build_object(
    'role', current_user, 'claims', current_setting('request.jwt.claims', true)::json,
    'method', current_setting('request.method', true), 'path', current_setting('request.path', true),
    'agent', current_setting('request.headers', true)::json ->> 'x-client-info') $$;
  create function public.secret() returns int language sql stable as $$ select 1 $$;
  revoke all on function public.secret() from public;
  create function public.fires() returns trigger language plpgsql as $$ begin return new; end $$;
`;
