-- Limits what accounts store: the number and bytes of rows, the length of texts, and how long deleted texts stay (product H12).

-- A limit. The bundled server sets it for each transaction (settings MAX_ROW_KB, MAX_ACCOUNT_ROWS, MAX_ACCOUNT_MB).
create function public.size_limit(name text, fallback bigint) returns bigint
language sql stable set search_path = ''
as $$ select coalesce(nullif(current_setting('checklist.' || name, true), '')::bigint, fallback) $$;

-- The bytes of a row's content. Columns that change with a tick or a new owner, and those that users do not set, are left out,
-- so that a tick need not update the count and works in a full account. A device's id counts as its longest form. So do the
-- details of an item that has none, because items were counted before there were details.
create function public.content_bytes(content jsonb) returns integer
language sql immutable set search_path = ''
as $$
  select 100 + octet_length((content - array['version', 'device_id', 'device_seq', 'checked', 'deleted', 'list_id', 'added_by',
    'ticked_by', 'written_by', 'deleted_at'] - case when content @> '{"amount": null, "unit": null, "note": null}'
    then array['amount', 'unit', 'note'] else '{}' end)::text)
$$;

-- Adds to what an account has added. Rows that others have shortened don't become a credit.
create function private.add_to_authors(authors jsonb, account text, more_rows bigint, more_bytes bigint) returns jsonb
language sql immutable set search_path = ''
as $$
  select authors || jsonb_build_object(account, jsonb_build_array(
    greatest(coalesce((authors -> account ->> 0)::bigint, 0) + more_rows, 0),
    greatest(coalesce((authors -> account ->> 1)::bigint, 0) + more_bytes, 0)))
$$;

-- Refuses additions that exceed the limits of the account that writes: what it has added counts, in all lists of which it is
-- or was a member. So no member fills an account that is not theirs, and a handover fills nothing.
create function public.check_usage(account uuid, more_rows bigint, more_bytes bigint) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  usage record;
begin
  if more_rows <= 0 and more_bytes <= 0 then
    return;
  end if;
  select sum((s.authors -> account::text ->> 0)::bigint) as rows, sum((s.authors -> account::text ->> 1)::bigint) as bytes
    into usage
    from public.list_members m join public.sync_state s on s.list_id = m.list_id
   where m.user_id = account;
  if more_rows > 0 and usage.rows > public.size_limit('max_account_rows', 100000) then
    raise exception 'This account is full.' using errcode = 'PT413',
      detail = format('An account can have %s rows, deleted ones included.', public.size_limit('max_account_rows', 100000));
  end if;
  if more_bytes > 0 and usage.bytes > public.size_limit('max_account_bytes', 100000000) then
    raise exception 'This account is full.' using errcode = 'PT413',
      detail = format('An account can store %s bytes.', public.size_limit('max_account_bytes', 100000000));
  end if;
end
$$;

-- Adds to the running count of the statement, or to the table: the insert triggers of an upsert fire after its count was saved.
create function public.add_usage(list uuid, more_rows bigint, more_bytes bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  author uuid;
begin
  if more_rows = 0 and more_bytes = 0 then
    return;
  end if;
  if list::text = current_setting('sync.list', true) then
    perform set_config('sync.rows', (coalesce(nullif(current_setting('sync.rows', true), ''), '0')::bigint + more_rows)::text, true),
            set_config('sync.bytes', (coalesce(nullif(current_setting('sync.bytes', true), ''), '0')::bigint + more_bytes)::text, true);
    return;
  end if;
  author := coalesce(auth.uid(), (select l.user_id from public.lists l where l.id = list));
  update public.sync_state s
     set row_count = s.row_count + more_rows, byte_count = s.byte_count + more_bytes,
         authors = private.add_to_authors(s.authors, author::text, more_rows, more_bytes)
   where s.list_id = list and author is not null;
  perform public.check_usage(author, more_rows, more_bytes);
end
$$;

-- Counts the rows and bytes that a statement has added or removed. An upsert fires it for its inserts and for its updates.
create function public.count_usage() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('sync.is_handover', true) = 'on' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform public.add_usage(c.list_id, c.rows, c.bytes) from (
      select n.list_id, count(*) as rows, sum(public.content_bytes(to_jsonb(n.*))) as bytes from new_rows n group by 1) c;
  elsif tg_op = 'DELETE' then
    perform public.add_usage(c.list_id, -c.rows, -c.bytes) from (
      select o.list_id, count(*) as rows, sum(public.content_bytes(to_jsonb(o.*))) as bytes from old_rows o group by 1) c;
  else
    perform public.add_usage(c.list_id, c.rows, c.bytes) from (
      select list_id, sum(rows)::bigint as rows, sum(bytes) as bytes from (
        select n.list_id, 1 as rows, public.content_bytes(to_jsonb(n.*)) as bytes from new_rows n
        union all select o.list_id, -1, -public.content_bytes(to_jsonb(o.*)) from old_rows o) each group by 1) c;
  end if;
  return null;
end
$$;

-- The limits of texts (product L10, Q1). The app counts characters as people do, which Postgres cannot: this counts only
-- those that certainly stand alone, such as Latin letters. So it refuses nothing that the app accepts.
create function private.is_too_long(given text) returns boolean
language sql immutable set search_path = ''
as $$
  select case when char_length(given) <= 200 then false else char_length(given) > 2000 or char_length(regexp_replace(given,
    '[^\u0001-\u02ff\u0370-\u0482\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]', '', 'g')) > 200 end
$$;

-- Refuses texts that the app could not have written. Rows that already have such a text can still change in other columns.
create function private.check_texts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  after jsonb := to_jsonb(new);
  before jsonb := case tg_op when 'UPDATE' then to_jsonb(old) end;
  field text;
  exists_already boolean := false;
begin
  -- Operators may restore earlier rows.
  if auth.uid() is null then
    return new;
  end if;
  foreach field in array array['name', 'note', 'unit', 'category', 'color', 'list_name'] loop
    if after ->> field is distinct from before ->> field and private.is_too_long(after ->> field) then
      raise exception using errcode = 'PT422', hint = 'text_too_long',
        message = 'This text is too long. The limit is 200 characters.';
    end if;
  end loop;
  if octet_length(new.device_id) > 100 and new.device_id is distinct from before ->> 'device_id' then
    raise exception using errcode = 'PT422', hint = 'text_too_long', message = 'The id of this device is too long.';
  end if;
  if tg_op = 'INSERT' and octet_length(new.id::text) > 200 then
    -- An upsert fires this trigger for its inserts also if the row exists.
    execute format('select exists (select from public.%I where id::text = $1)', tg_table_name)
      into exists_already using new.id::text;
    if not exists_already then
      raise exception using errcode = 'PT422', hint = 'text_too_long', message = 'This id is too long.';
    end if;
  end if;
  return new;
end
$$;

-- Deleted rows. Apps empty the text that a deleted row does not need, and undo writes it again. Earlier apps and other
-- clients leave it to the server, which empties it after 30 days: until then, their undo still needs it.
create function private.record_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.deleted_at := now();
  elsif old.deleted then
    new.deleted_at := old.deleted_at;
  else
    new.deleted_at := now();
    perform set_config('sync.has_deleted', 'on', true);
  end if;
  return new;
end
$$;

-- Changes no version, because no device shows these columns of a deleted row.
create function private.empty_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  collects text := coalesce(current_setting('realtime.collects', true), '');
begin
  if current_setting('sync.has_deleted', true) is distinct from 'on' or current_setting('sync.is_handover', true) = 'on' then
    return null;
  end if;
  perform set_config('sync.has_deleted', '', true), set_config('realtime.collects', 'skip', true),
          set_config('sync.is_emptying', 'on', true);
  update public.grocery_items i set amount = null, unit = null, note = null
   where i.deleted and (i.amount is not null or i.unit is not null or i.note is not null)
     and i.deleted_at < now() - interval '30 days' and i.list_id in (select n.list_id from new_rows n);
  update public.saved_lists s set items = '[]'
   where s.deleted and s.items <> '[]' and s.deleted_at < now() - interval '30 days'
     and s.list_id in (select n.list_id from new_rows n);
  perform set_config('realtime.collects', collects, true), set_config('sync.is_emptying', '', true);
  return null;
end
$$;
