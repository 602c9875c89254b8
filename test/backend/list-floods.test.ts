/** Attacks of a member with many, large or endless rows, with a plain client (product H12). */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { openListParts, refused, tooLong, type Account } from './list-parts.ts';

const parts = await openListParts();
const { call, createList, membershipOf, openShared, rpc, share, sql, upsert } = parts;

/** Inserts rows as they were before the limits. */
const insertEarlier = (list: string, rows: number, note: string) => sql`
  insert into grocery_items (id, list_id, user_id, name, note)
  select ${`${list}/`} || n, ${list}, l.user_id, 'Milk', ${note} from lists l, generate_series(1, ${rows}::int) n where l.id = ${list}`;

describe('[H12] a member cannot make a list impossible to download', () => {
  const rowsSchema = v.array(v.looseObject({ id: v.optional(v.string()), version: v.optional(v.number()) }));

  /** Pulls as the apps of today do: a page is full if it has as many rows as requested. */
  async function pullAll(account: Account, list: string, table: string) {
    const sizes: number[] = [];
    const ids: string[] = [];
    for (let cursor = -1, isFull = true; isFull;) {
      const { data, error } = await rpc(account, 'pull_rows', { cursors: { [table]: cursor }, most: 2500, list });
      expect(error).toBeNull();
      const rows = v.parse(rowsSchema, (data as Readonly<Record<string, unknown>>)[table]);
      expect(rows.length === 0 || rows.at(-1)?.version !== undefined).toBe(true);
      sizes.push(JSON.stringify(rows).length);
      ids.push(...rows.flatMap(({ id }) => id ?? []));
      cursor = Math.max(cursor, ...rows.map(({ version }) => version ?? 0));
      isFull = rows.length >= 2500;
    }
    return { sizes, ids };
  }

  test('with notes of 61 kB from before there was a limit: pages are small, and every row arrives once', async () => {
    const { ann, eve, list } = await openShared();
    await insertEarlier(list, 660, '"'.repeat(30_500));
    await sql`update grocery_items set deleted = true where list_id = ${list} and id like '%1'`;
    for (const account of [ann, eve]) {
      const { sizes, ids } = await pullAll(account, list, 'grocery_items');
      expect(Math.max(...sizes)).toBeLessThan(2_100_000);
      expect(ids.length).toBe(660);
      expect(new Set(ids).size).toBe(660);
    }
  });

  test('with many large saved lists, categories and names', { timeout: 30_000 }, async () => {
    const { ann, eve, list } = await openShared();
    const items = JSON.stringify([{ id: 'x', name: 'y'.repeat(61_000) }]);
    await sql`insert into saved_lists (id, list_id, user_id, name, items)
      select ${`${list}/`} || n, ${list}, ${ann.id}, 'Week', ${items}::text::jsonb from generate_series(1, 250) n`;
    const wide = '\u{1f4a5}'.repeat(2000);
    await sql`insert into categories (id, list_id, user_id, name, color)
      select ${`${list}/`} || n, ${list}, ${ann.id}, ${wide}, ${wide} from generate_series(1, 300) n`;
    const late = { id: `late-${list}`, list_id: list, name: wide, color: wide };
    expect(await upsert(eve, 'categories', late)).toMatchObject({ error: null });
    const saved = await pullAll(ann, list, 'saved_lists');
    const categories = await pullAll(ann, list, 'categories');
    expect(Math.max(...saved.sizes, ...categories.sizes)).toBeLessThan(2_100_000);
    expect([new Set(saved.ids).size, new Set(categories.ids).size]).toEqual([250, 301]);
  });

  test('with long texts: they are refused, and earlier rows that have them can still change', async () => {
    const { ann, eve, list, write } = await openShared();
    const long = 'x'.repeat(201);
    for (const fields of [
      { note: long },
      { name: long },
      { unit: long },
      { category: long },
      { note: '\u{301}'.repeat(2001) },
    ]) {
      expect(await write(eve, { id: `new-${list}`, ...fields })).toMatchObject(tooLong);
    }
    expect(await write(eve, { id: 'x'.repeat(201) })).toMatchObject(tooLong);
    for (const table of ['categories', 'saved_lists', 'lists']) {
      const row = table === 'lists' ? { id: list } : { id: `${table}-${list}`, list_id: list };
      expect(await upsert(eve, table, { ...row, name: long })).toMatchObject(tooLong);
    }
    expect(await upsert(eve, 'user_profiles', { id: eve.id, list_name: long })).toMatchObject(tooLong);
    expect(await rpc(eve, 'create_list', { list_id: randomUUID(), name: long })).toMatchObject(
      refused(422, 'name_too_long'),
    );
    await insertEarlier(list, 1, long);
    const id = `${list}/1`;
    expect(await write(ann, { id, checked: true })).toMatchObject({ data: [{ checked: true, note: long }] });
    const patched = await call(ann.access)
      .from('grocery_items')
      .update({ name: 'Tea', note: long })
      .eq('id', id)
      .select();
    expect(patched).toMatchObject({ data: [{ name: 'Tea' }] });
    expect(await write(ann, { id, note: 'short' })).toMatchObject({ error: null });
  });

  test('but texts that the app allows are never refused', async () => {
    const { ann, list, write } = await openShared();
    const allowed = ['x'.repeat(200), 'कि'.repeat(200), '👨‍👩‍👧‍👦'.repeat(180), 'é'.normalize('NFD').repeat(200)];
    for (const note of allowed) {
      expect(await write(ann, { id: `milk-${list}`, name: note, note })).toMatchObject({ data: [{ note }] });
    }
  });

  test('with the texts of deleted rows, which are emptied after 30 days', async () => {
    const { eve, list, write } = await openShared();
    const row = { id: `milk-${list}`, name: 'Milk', amount: 2, unit: 'l', note: 'ripe', store: 'a' };
    const saved = { id: `week-${list}`, list_id: list, name: 'Week', items: [{ id: 'a', name: 'Milk' }] };
    await write(eve, row);
    await upsert(eve, 'saved_lists', saved);
    const deleted = { deleted: true };
    expect(await write(eve, { id: row.id, ...deleted })).toMatchObject({ data: [{ note: 'ripe' }] });
    await upsert(eve, 'saved_lists', { id: saved.id, list_id: list, ...deleted });
    // Undo still works.
    expect(await write(eve, { id: row.id, deleted: false })).toMatchObject({ data: [{ note: 'ripe' }] });
    await write(eve, { id: row.id, ...deleted });
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update grocery_items set deleted_at = now() - interval '31 days' where list_id = ${list}`;
      await tx`update saved_lists set deleted_at = now() - interval '31 days' where list_id = ${list}`;
    });
    const [before] = await sql`select version from grocery_items where id = ${row.id}`;
    await write(eve, { id: `tea-${list}`, name: 'Tea' });
    await write(eve, { id: `tea-${list}`, ...deleted });
    const [after] = await sql`select version, name, amount, unit, note, store from grocery_items where id = ${row.id}`;
    expect(after).toEqual({
      version: before?.['version'],
      name: 'Milk',
      amount: null,
      unit: null,
      note: null,
      store: null,
    });
    expect(await sql`select items from saved_lists where id = ${saved.id}`).toEqual([{ items: [] }]);
    expect(
      await sql`select s.byte_count::int - (select sum(content_bytes(r.row)) from (
      select to_jsonb(g.*) as row from grocery_items g where list_id = s.list_id union all
      select to_jsonb(c.*) from categories c where list_id = s.list_id union all
      select to_jsonb(l.*) from saved_lists l where list_id = s.list_id) r)::int as too_many
      from sync_state s where list_id = ${list}`,
    ).toEqual([{ too_many: 0 }]);
  });
});

test('[H12] a member cannot make deletions too slow: each empties at most a few hundred rows that were deleted before', async () => {
  const { ann, list, write } = await openShared();
  await insertEarlier(list, 1200, 'x'.repeat(190));
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    const past = tx`now() - interval '31 days'`;
    await tx`update grocery_items set deleted = true, deleted_at = ${past} where list_id = ${list}`;
    await tx`insert into saved_lists (id, list_id, user_id, name, items, deleted, deleted_at)
      select ${`${list}/`} || n, ${list}, ${ann.id}, 'Week', '[1]', true, ${past} from generate_series(1, 120) n`;
  });
  const countLeft = () => sql`select
    (select count(*)::int from grocery_items where list_id = ${list} and deleted and note is not null) as items,
    (select count(*)::int from saved_lists where list_id = ${list} and deleted and items <> '[]') as saved`;
  await write(ann, { id: `tea-${list}`, name: 'Tea' });
  for (const left of [
    { items: 700, saved: 70 },
    { items: 200, saved: 20 },
    { items: 0, saved: 0 },
  ]) {
    expect(await write(ann, { id: `tea-${list}`, deleted: true })).toMatchObject({ error: null });
    await write(ann, { id: `tea-${list}`, deleted: false });
    expect(await countLeft()).toEqual([left]);
  }
});

describe('[H12] a member cannot fill an account that is not theirs', () => {
  const fill = (account: Account, list: string, rows: number) =>
    sql`update sync_state set authors = authors || jsonb_build_object(${account.id}::text, jsonb_build_array(${rows}::int, 0))
      where list_id = ${list}`;
  const full = { status: 413, error: { code: 'PT413' } };

  test('rows count toward the account that adds them, in whichever list', async () => {
    const { ann, eve, list, write } = await openShared();
    await write(ann, { id: `ann-${list}`, name: 'Milk' });
    for (const n of [1, 2, 3]) await write(eve, { id: `eve${n}-${list}`, name: 'Spam' });
    await write(eve, { id: `eve1-${list}`, deleted: true });
    const [usage] = await sql`select authors, row_count::int as rows from sync_state where list_id = ${list}`;
    expect(usage).toMatchObject({
      rows: 4,
      authors: { [ann.id]: [1, expect.any(Number)], [eve.id]: [3, expect.any(Number)] },
    });
    await fill(eve, list, 100_000);
    expect(await write(eve, { id: `more-${list}`, name: 'Spam' })).toMatchObject(full);
    expect(await upsert(eve, 'grocery_items', { id: `own-${eve.id}` })).toMatchObject(full);
    expect(await write(ann, { id: `tea-${list}`, name: 'Tea' })).toMatchObject({ error: null });
    expect(await write(eve, { id: `ann-${list}`, checked: true })).toMatchObject({ error: null });
  });

  test('shortening the rows of others gives no credit', async () => {
    const { ann, eve, list, write } = await openShared();
    await write(ann, { id: `ann-${list}`, name: 'Milk', note: 'x'.repeat(200) });
    await write(eve, { id: `ann-${list}`, note: null });
    const [usage] = await sql`select authors -> ${eve.id} as eve from sync_state where list_id = ${list}`;
    expect(usage).toEqual({ eve: [0, 0] });
  });

  test('a handover, and the deletion of an account, add nothing to the new owner’s account', async () => {
    const { ann, eve, list, write } = await openShared();
    await write(ann, { id: `ann-${list}`, name: 'Milk' });
    await fill(ann, list, 100_000);
    expect(await rpc(ann, 'hand_over_list', { list_id: list, member_id: eve.id })).toMatchObject({ error: null });
    expect(await write(eve, { id: `eve-${list}`, name: 'Tea' })).toMatchObject({ error: null });
    expect(await upsert(eve, 'grocery_items', { id: `own-${eve.id}` })).toMatchObject({ error: null });
    expect(await write(ann, { id: `more-${list}` })).toMatchObject(full);
    const other = await createList(ann);
    await share(ann, other, eve);
    await fill(ann, other, 100_000);
    expect(await rpc(ann, 'delete_account', { confirmation: ann.email })).toMatchObject({ error: null });
    expect(await membershipOf(eve, other)).toMatchObject({ role: 'owner' });
    expect(await upsert(eve, 'grocery_items', { id: `eve-${other}`, list_id: other })).toMatchObject({ error: null });
  });

  test('the id of a device counts, and has a limit', async () => {
    const { eve, list, write } = await openShared();
    const row = { id: `milk-${list}`, device_id: 'd'.repeat(101), device_seq: 1 };
    expect(await write(eve, row)).toMatchObject(tooLong);
    await write(eve, { ...row, device_id: 'd' });
    const [usage] = await sql`select byte_count::int as bytes from sync_state where list_id = ${list}`;
    expect(usage?.['bytes']).toBeGreaterThan(100 + JSON.stringify({ id: row.id, name: '', category: '' }).length);
  });
});

describe('[H12] a member with very many rows cannot keep a list or an account', () => {
  test(
    'from being handed over, deleted or left: that may take longer than other writes',
    { timeout: 60_000 },
    async () => {
      const [handed, deleted, removed] = [await openShared(), await openShared(), await openShared()];
      const [left, ended] = [await openShared(), await openShared()];
      const lists = [handed.list, deleted.list, removed.list, left.list, ended.ann.id];
      const { answers } = await sql.begin(async (tx) => {
        await tx`select from sync_state where list_id in ${tx(lists)} for update`;
        const calls = Promise.all([
          rpc(handed.ann, 'hand_over_list', { list_id: handed.list, member_id: handed.eve.id }),
          rpc(deleted.ann, 'delete_list', { list_id: deleted.list }),
          rpc(removed.ann, 'remove_member', { list_id: removed.list, member_id: removed.eve.id }),
          rpc(left.eve, 'leave_list', { list_id: left.list }),
          rpc(ended.ann, 'delete_account', { confirmation: ended.ann.email }),
        ]);
        // Longer than the limit of other writes. They wait for this transaction.
        await wait(6_000);
        return { answers: calls };
      });
      expect((await answers).map(({ error }) => error)).toEqual([null, null, null, null, null]);
      for (const { eve, list } of [handed, ended])
        expect(await membershipOf(eve, list)).toMatchObject({ role: 'owner' });
      for (const { eve, list } of [deleted, removed, left]) {
        expect(await membershipOf(eve, list)).toMatchObject({ deleted: true });
      }
    },
  );

  test('by what each row costs: a handover calls nothing for a row, and a deletion counts nothing', async () => {
    const { eve, list } = await openShared();
    await insertEarlier(list, 3, 'x'.repeat(190));
    await upsert(eve, 'categories', { id: `dairy-${list}`, list_id: list, name: 'x'.repeat(190) });
    await upsert(eve, 'saved_lists', { id: `week-${list}`, list_id: list, name: 'x'.repeat(190) });
    const countCalls = (statement: string) =>
      sql.begin(async (tx) => {
        await tx`set local track_functions = 'pl'`;
        await tx.unsafe(statement);
        // The view also has what the connection's last transaction counted, until that is written, which may take a second.
        await tx`select pg_stat_force_next_flush()`;
        return tx`select funcname as name, calls::int from pg_stat_xact_user_functions
          where funcname in ('assign_version', 'check_texts', 'record_people', 'add_usage')`;
      });
    // The one call is for the list itself.
    expect(await countCalls(`select private.change_owner('${list}', '${eve.id}')`)).toEqual([
      { name: 'assign_version', calls: 1 },
    ]);
    expect(await countCalls(`select private.delete_silently('${list}', null)`)).toEqual([]);
    expect(await sql`select from grocery_items where list_id = ${list}`).toEqual([]);
  });
});
