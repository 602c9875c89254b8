-- What an id that ends in a uuid costs (product H12). Replaces a function of 0018_limits_of_members.sql.

-- As before, but reads the id once. On a server with few lists, Postgres scanned all of them for each row, and compared the id with the
-- regular expression for each list: a row took milliseconds, and 3,000 of them longer than a write may.
create or replace function private.is_id_of_other_list(row_id text, list uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  named uuid;
begin
  if row_id !~ '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return false;
  end if;
  named := right(row_id, 36)::uuid;
  if named is not distinct from list or not exists (select from public.lists l where l.id = named) then
    return false;
  end if;
  return not exists (select from public.grocery_items i where i.id = row_id and i.list_id = list)
    and not exists (select from public.categories c where c.id = row_id and c.list_id = list)
    and not exists (select from public.saved_lists s where s.id = row_id and s.list_id = list);
end
$$;
