-- Keeps bulk changes fast on a connection that has changed a single row before. Postgres plans the pairing of old and new rows with the
-- number of rows of the connection's first change. After a single row it chose a nested loop, which compared each row with each other
-- row, so that 900 rows took seconds.
alter function realtime.collect_changes() set enable_nestloop = off;
