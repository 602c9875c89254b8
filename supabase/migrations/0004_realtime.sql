-- Sends change events for the three synced tables to the account's devices (spec section 7).

alter publication supabase_realtime add table public.grocery_items, public.categories, public.saved_lists;

-- With the default replica identity, a filter by account would never match a delete.
alter table public.grocery_items replica identity full;
alter table public.categories replica identity full;
alter table public.saved_lists replica identity full;
