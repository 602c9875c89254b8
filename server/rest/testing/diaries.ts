/** For tests: diaries, each row for its owner alone, and a canary that attacks would kill. */

export const DIARIES = `
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
