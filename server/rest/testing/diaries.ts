/** For tests: diaries that only their owners see, and a row that a successful injection would delete. */
import { createRestBench } from './test-rest.ts';
import type { RestBench } from './test-rest.ts';

/** Two pages of Ann's and one of Bob's. */
export async function openDiaries(): Promise<RestBench> {
  const bench = await createRestBench(DIARIES);
  for (const [as, id] of [
    [bench.ann, 1],
    [bench.ann, 2],
    [bench.bob, 3],
  ] as const) {
    await bench.ask('/diaries', { as, body: { id, page: `page ${id}` } });
  }
  return bench;
}

const DIARIES = `
  create schema other;
  create table public.diaries (id int primary key, owner uuid not null default auth.uid(), page text, extra jsonb, tags text[]);
  alter table public.diaries enable row level security;
  create policy own on public.diaries to authenticated using ((select auth.uid()) = owner) with check ((select auth.uid()) = owner);
  grant select, insert, update, delete on public.diaries to authenticated, service_role;
  create policy every on public.diaries to service_role using (true);
  create function public.echo(word text) returns text language sql stable as $$ select word $$;
  create table public.canary (id int);
  insert into public.canary values (1);
`;
