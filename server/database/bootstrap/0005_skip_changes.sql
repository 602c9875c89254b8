-- Statements whose changes reach no device, such as the deletion of a list, set realtime.collects to 'skip'.
create or replace function realtime.attach_triggers() returns void
language plpgsql set search_path = ''
as $$
declare
  target record;
begin
  for target in select schemaname, tablename from pg_catalog.pg_publication_tables where pubname = 'supabase_realtime' loop
    execute format('create or replace trigger realtime_insert after insert on %I.%I referencing new table as new_rows
      for each statement when (current_setting(''realtime.collects'', true) is distinct from ''skip'')
      execute function realtime.collect_changes()', target.schemaname, target.tablename);
    execute format('create or replace trigger realtime_update after update on %I.%I
      referencing old table as old_rows new table as new_rows
      for each statement when (current_setting(''realtime.collects'', true) is distinct from ''skip'')
      execute function realtime.collect_changes()', target.schemaname, target.tablename);
    execute format('create or replace trigger realtime_delete after delete on %I.%I referencing old table as old_rows
      for each statement when (current_setting(''realtime.collects'', true) is distinct from ''skip'')
      execute function realtime.collect_changes()', target.schemaname, target.tablename);
  end loop;
end
$$;
