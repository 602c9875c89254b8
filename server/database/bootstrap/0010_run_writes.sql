-- Short writes of several callers as one statement (share-commits.ts): with a message for each step, the messages cost more
-- than the writes. Only the connections of callers.ts come here; whoever else calls these has no more rights than before.

-- Makes what follows the caller's, as become-caller.ts has it. One expression: a statement for each setting would cost more than
-- what it does; and it is assigned to something, since to perform it would cost more than that again.
-- call: {"role", "claims", "account", "method", "path", "headers"}.
create function checklist_server.become_caller(call record) returns text
language plpgsql
as $$
begin
  return concat(
    set_config('search_path', 'public, extensions', true),
    set_config('role', call.role, true),
    set_config('checklist.claims', set_config('request.jwt.claims', call.claims, true), true),
    set_config('checklist.account', call.account, true),
    set_config('request.method', call.method, true),
    set_config('request.path', call.path, true),
    set_config('request.headers', call.headers, true)
  );
end
$$;

-- Asks on behalf of callers which of the changed rows they may see now: before the commit, when that costs no message.
-- asks: {..., "schema", "table", "name", "text"}: a statement that takes the rows of its table, as run_writes takes statements.
-- Gives for each ask the places of the rows that are seen, of all that were written to its table; null where nobody can tell.
--
-- A write must not suffer from who listens. Each question is a subtransaction that only reads and is always taken back: what
-- is deferred to the commit is done as the writer, with the writer's claims. What fails, also of its statement's time, has no
-- answer; and where they take too long together, nobody has: what was said first may be outdated before the commit.
create function checklist_server.ask_along(asks json, changes text) returns json
language plpgsql
as $$
declare
  ask record;
  said text;
  asked text := '';
  rows json;
  seen json;
  answers json[] := '{}';
  latest timestamptz := clock_timestamp() + interval '50 ms';
  is_over boolean := false;
begin
  for ask in
    select * from json_to_recordset(asks) as a (
      role text, claims text, account text, method text, path text, headers text,
      schema text, "table" text, name text, text text
    )
  loop
    seen := null;
    if not is_over then
      begin
        said := checklist_server.become_caller(ask);
        said := set_config('transaction_read_only', 'on', true);
        if ask.text is not null then
          execute format('prepare %I as %s', ask.name, ask.text);
        end if;
        if asked <> format('%I.%I', ask.schema, ask."table") then
          select json_agg(c.value -> 'record' order by c.place)
            into rows
            from json_array_elements(changes::json) with ordinality c (value, place)
           where c.value ->> 'schema' = ask.schema and c.value ->> 'table' = ask."table" and c.value ->> 'type' <> 'DELETE';
          asked := format('%I.%I', ask.schema, ask."table");
        end if;
        if rows is null then
          seen := '[]';
        else
          execute format('execute %I(%L)', ask.name, rows) into seen;
        end if;
        raise exception 'answered';
      -- The others are all but these two.
      exception
        when query_canceled or assert_failure then
          is_over := true;
        when others then
          null;
      end;
      is_over := is_over or clock_timestamp() > latest;
    end if;
    answers := answers || coalesce(seen, 'null');
  end loop;
  return array_to_json(case when is_over then array_fill('null'::json, array[cardinality(answers)]) else answers end);
end
$$;

-- Each write runs as its caller, and nothing that was the affair of the one before stays. If one of them fails, nothing of the
-- statement happened.
--
-- writes: [{..., "name", "text", "isOnce", "values"}]: prepared statements and their values; with a text a statement is prepared
-- under this name first, and isOnce says that nobody wants it again. What a connection prepared stays, also where the statement
-- fails: then it comes among those that are doubtful, and goes.
-- doubtful: patterns of the names of such statements.
-- asks: see ask_along; only beside a single write. Not of much: that would have to be read again for each.
-- Gives for each write the one row of its statement, what it changed (bootstrap/0003), or '', and who sees it, or null.
create function checklist_server.run_writes(writes json, asks json, doubtful text[])
returns table (answer json, changes text, seen json)
language plpgsql
as $$
declare
  write record;
  given record;
  said text;
begin
  if doubtful <> '{}' then
    for said in select p.name from pg_catalog.pg_prepared_statements p where p.from_sql and p.name like any (doubtful) loop
      execute format('deallocate %I', said);
    end loop;
  end if;
  -- In company a write waits so long for a lock; then each is done again by itself.
  said := set_config('lock_timeout', '100ms', true);
  for write in
    select * from json_to_recordset(writes) as w (
      role text, claims text, account text, method text, path text, headers text,
      name text, text text, "isOnce" boolean, "values" json
    )
  loop
    said := checklist_server.become_caller(write);
    said := concat(
      set_config('realtime.collects', 'on', true),
      set_config('realtime.changes', '', true),
      set_config('rest.inserted', '', true)
    );
    if write.text is not null then
      execute format('prepare %I as %s', write.name, write.text);
    end if;
    -- Values are untyped here: each gets the type of its place.
    select concat('(' || string_agg(quote_literal(v.value), ', ' order by v.place) || ')')
      into said
      from json_array_elements_text(write.values) with ordinality v (value, place);
    execute format('execute %I', write.name) || said into given;
    if write."isOnce" then
      execute format('deallocate %I', write.name);
    end if;
    answer := row_to_json(given);
    changes := current_setting('realtime.changes', true);
    seen := case when asks is not null and length(changes) between 1 and 20000 then checklist_server.ask_along(asks, changes) end;
    return next;
  end loop;
end
$$;

revoke all on function checklist_server.become_caller(record) from public;
revoke all on function checklist_server.ask_along(json, text) from public;
revoke all on function checklist_server.run_writes(json, json, text[]) from public;
grant usage on schema checklist_server to anon, authenticated, service_role;
grant execute on function checklist_server.become_caller(record) to anon, authenticated, service_role;
grant execute on function checklist_server.ask_along(json, text) to anon, authenticated, service_role;
grant execute on function checklist_server.run_writes(json, json, text[]) to anon, authenticated, service_role;
