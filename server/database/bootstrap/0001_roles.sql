-- The parts of hosted Supabase that a plain Postgres lacks: the roles of the API and the schema of the accounts.
-- Roles belong to the whole cluster, so another database may have created them.

do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
    -- Another database of the cluster may do the same at this moment. An owner without the right to create roles can use
    -- those that a superuser has created and granted.
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin noinherit', wanted);
      exception when duplicate_object or unique_violation then
        null;
      end;
    end if;
    if not pg_has_role(current_user, wanted, 'member') then
      begin
        execute format('grant %I to current_user', wanted);
      -- "tuple concurrently updated"
      exception when internal_error then
        null;
      end;
    end if;
  end loop;
  -- Operators see every row, unless this owner has no right to grant that.
  begin
    if not (select rolbypassrls from pg_roles where rolname = 'service_role') then
      alter role service_role bypassrls;
    end if;
  exception when insufficient_privilege or internal_error then
    raise notice 'service_role stays under row level security';
  end;
end
$$;

create schema auth;
create schema extensions;
create schema realtime;
grant usage on schema auth to anon, authenticated, service_role;
grant usage on schema extensions, public to anon, authenticated, service_role;

-- The caller: the claims of the request's token, as PostgREST sets them.
create function auth.jwt() returns jsonb language sql stable
as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;
create function auth.uid() returns uuid language sql stable
as $$ select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;
create function auth.role() returns text language sql stable
as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' $$;
create function auth.email() returns text language sql stable
as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email' $$;

create publication supabase_realtime;
