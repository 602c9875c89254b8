/** Attacks of a member on the other members of a list, with a plain client (product H12). */
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { notAMember, openListParts, refused } from './list-parts.ts';
import type { Account } from './list-parts.ts';

const parts = await openListParts();
const { call, createList, invite, membershipOf, memberships, pull, rpc, share, sql, upsert } = parts;
afterAll(() => parts.database.close());

const tooLong = refused(422, 'text_too_long');

/** A list of Ann's with the member Eve. */
async function openShared() {
  const [ann, eve] = [await parts.join(), await parts.join()];
  const list = await createList(ann);
  await share(ann, list, eve);
  return {
    ann,
    eve,
    list,
    write: (account: Account, row: object) => upsert(account, 'grocery_items', { list_id: list, ...row }),
  };
}

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
    for (let at = 0; at < 3; at += 1) {
      const rows = Array.from({ length: 150 }, (_, n) => ({
        id: `${at}-${n}-${list}`,
        list_id: list,
        name: wide,
        color: wide,
      }));
      expect(await upsert(eve, 'categories', rows)).toMatchObject({ error: null });
    }
    const saved = await pullAll(ann, list, 'saved_lists');
    const categories = await pullAll(ann, list, 'categories');
    expect(Math.max(...saved.sizes, ...categories.sizes)).toBeLessThan(2_100_000);
    expect([new Set(saved.ids).size, new Set(categories.ids).size]).toEqual([250, 450]);
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
    const row = { id: `milk-${list}`, name: 'Milk', amount: 2, unit: 'l', note: 'ripe' };
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
    const [after] = await sql`select version, name, amount, unit, note from grocery_items where id = ${row.id}`;
    expect(after).toEqual({ version: before?.['version'], name: 'Milk', amount: null, unit: null, note: null });
    expect(await sql`select items from saved_lists where id = ${saved.id}`).toEqual([{ items: [] }]);
  });
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

describe('[H12] a member cannot take or move an id', () => {
  test('the id, the owner and the author of a row never change', async () => {
    const { ann, eve, list, write } = await openShared();
    const id = `milk-${list}`;
    await write(ann, { id, name: 'Milk' });
    for (const table of ['grocery_items', 'categories', 'saved_lists']) {
      await upsert(ann, table, { id, list_id: list, name: 'Milk' });
      const patch = (fields: object) => call(eve.access).from(table).update(fields).eq('id', id).select();
      expect(await patch({ id: `other-${list}` })).toMatchObject(notAMember);
      expect(await patch({ user_id: eve.id })).toMatchObject({ data: [{ user_id: ann.id }] });
      // Row level security refuses the id in another list.
      expect(await upsert(eve, table, { id, list_id: eve.id })).toMatchObject(notAMember);
    }
    const forged = await call(eve.access)
      .from('grocery_items')
      .update({ added_by: eve.id, written_by: ann.id })
      .eq('id', id)
      .select();
    expect(forged).toMatchObject({ data: [{ added_by: ann.id, written_by: eve.id }] });
    expect(await call(eve.access).from('lists').update({ id: randomUUID() }).eq('id', list)).toMatchObject(notAMember);
  });

  test('the id of a deleted list is not taken again, and its owner’s other device learns of the deletion', async () => {
    const { ann, eve, list } = await openShared();
    await rpc(ann, 'delete_list', { list_id: list });
    for (const account of [eve, ann]) {
      expect(await rpc(account, 'create_list', { list_id: list, name: 'Mine' })).toMatchObject(
        refused(403, 'not_a_member'),
      );
    }
    expect(await rpc(ann, 'delete_account', { confirmation: ann.email })).toMatchObject({ error: null });
    expect(await rpc(eve, 'create_list', { list_id: ann.id, name: 'Mine' })).toMatchObject(
      refused(403, 'not_a_member'),
    );
  });
});

describe('[H12] a member cannot spoil replay protection', () => {
  test('many devices of a member replace only that member’s own', async () => {
    const { ann, eve, list, write } = await openShared();
    const row = { id: `milk-${list}`, device_id: 'phone', device_seq: 5 };
    await write(ann, { ...row, name: 'Milk' });
    await write(ann, { id: row.id, name: 'Oat milk', device_id: 'phone', device_seq: 6 });
    const flood = Array.from({ length: 250 }, (_, n) => ({
      id: `${n}-${list}`,
      list_id: list,
      device_id: `device ${n}`,
      device_seq: 1,
    }));
    expect(await upsert(eve, 'grocery_items', flood)).toMatchObject({ error: null });
    expect(await write(ann, { ...row, name: 'Milk' })).toMatchObject({ data: [] });
    const [seen] =
      await sql`select count(*)::int as devices from sync_state, jsonb_object_keys(seen) where list_id = ${list}`;
    expect(seen).toEqual({ devices: 200 });
  });

  test('a row has the account that wrote it last, so that another member’s device id hides nothing', async () => {
    const { ann, eve, list, write } = await openShared();
    const row = { id: `milk-${list}`, name: 'Milk', device_id: 'phone' };
    expect(await write(ann, { ...row, device_seq: 1 })).toMatchObject({ data: [{ written_by: ann.id }] });
    expect(await write(eve, { ...row, device_seq: 2, checked: true })).toMatchObject({
      data: [{ device_id: 'phone', written_by: eve.id }],
    });
  });
});

describe('[H12] a member cannot', () => {
  test('date a saved list in the future, where it would push out the others', async () => {
    const { eve, list } = await openShared();
    const save = async (createdAt: string) => {
      const row = { id: `week-${list}`, list_id: list, name: 'Week', created_at: createdAt };
      const { data } = await upsert(eve, 'saved_lists', row);
      return Date.parse(String((data?.[0] as Readonly<Record<string, unknown>> | undefined)?.['created_at']));
    };
    for (const future of ['9999-01-01T00:00:00Z', 'infinity']) {
      expect(Math.abs((await save(future)) - Date.now())).toBeLessThan(60_000);
    }
    // Clocks differ a little.
    const soon = Date.now() + 60_000;
    expect(await save(new Date(soon).toISOString())).toBe(soon);
  });

  test('use up an invitation by joining and leaving', async () => {
    const { ann, eve, list } = await openShared();
    const { secret } = await invite(ann, list);
    for (let n = 0; n < 22; n += 1) {
      await rpc(eve, 'leave_list', { list_id: list });
      expect(await rpc(eve, 'accept_invitation', { secret })).toMatchObject({ data: list });
    }
    const open = await rpc(ann, 'list_invitations', { list_id: list });
    expect(open.data).toMatchObject([{ uses_left: 19 }, { uses_left: 19 }]);
  });

  test('invite with a name that reads as something else, or fills the screen', async () => {
    const { ann, eve } = await openShared();
    const spoof = `Free\u{202e}moc\n${'!'.repeat(150)}`;
    const list = await createList(ann, spoof);
    await sql`update lists set name = ${`${spoof}${'x'.repeat(3000)}`} where id = ${list}`;
    const { secret } = await invite(ann, list);
    const shown = await rpc(eve, 'show_invitation', { secret });
    const { list_name: name } = v.parse(v.looseObject({ list_name: v.string() }), shown.data);
    expect(name).toMatch(/^Freemoc !+x+$/u);
    expect(name.length).toBe(200);
    await rpc(eve, 'accept_invitation', { secret });
    expect((await membershipOf(eve, list))?.name).toBe(name);
  });

  test('keep a link after a handover', async () => {
    const { ann, eve, list } = await openShared();
    const bob = await parts.join();
    const { secret } = await invite(ann, list);
    await rpc(ann, 'hand_over_list', { list_id: list, member_id: eve.id });
    expect(await rpc(bob, 'accept_invitation', { secret })).toMatchObject(refused(410, 'invitation_revoked'));
    expect(await rpc(eve, 'list_invitations', { list_id: list })).toMatchObject({ data: [] });
  });
});

test('[H12] a name for an unknown list and one for a list of others get the same answer', async () => {
  const { list } = await openShared();
  const bob = await parts.join();
  const answerTo = async (id: string) => {
    const { status, error } = await upsert(bob, 'lists', { id, name: 'Spam' });
    return { status, error: JSON.parse(JSON.stringify(error).replaceAll(id, '')) as unknown };
  };
  expect(await answerTo(list)).toMatchObject(notAMember);
  expect(await answerTo(list)).toEqual(await answerTo(randomUUID()));
});

test('[H12] ended memberships and invitations that nobody can use are bounded', async () => {
  const { ann, list } = await openShared();
  for (let n = 0; n < 55; n += 1) {
    const { id } = await invite(ann, list);
    await rpc(ann, 'revoke_invitation', { invitation_id: id });
  }
  await invite(ann, list);
  const [left] =
    await sql`select count(*)::int as invitations from list_invitations where list_id = ${list} and revoked`;
  expect(left).toEqual({ invitations: 50 });
  await sql`insert into list_members (list_id, user_id, deleted) select gen_random_uuid(), ${ann.id}, true from generate_series(1, 205)`;
  const known = await memberships(ann);
  const other = await createList(ann);
  await rpc(ann, 'delete_list', { list_id: other });
  const ended = (await memberships(ann)).filter(({ deleted }) => deleted);
  expect(ended).toHaveLength(200);
  expect(ended.at(-1)?.id).toBe(other);
  expect((await membershipOf(ann, list))?.version).toBe(known.find(({ id }) => id === list)?.version);
  expect((await pull(ann, list)).lists).toHaveLength(1);
});
