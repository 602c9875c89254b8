/** Pulling several tables in one request: the returned rows and their owners. */
import { describe, expect, test } from 'vitest';
import { openAccountParts } from './account-parts.ts';

const parts = await openAccountParts();
const { call, join, tokens } = parts;

const EVERYTHING = { grocery_items: -1, categories: -1, saved_lists: -1, lists: -1 };

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[] | null>>;

async function pull(token: string, cursors: unknown, most?: number): Promise<Rows> {
  const { data, error } = await call(token).rpc('pull_rows', { cursors, ...(most !== undefined && { most }) });
  expect(error).toBeNull();
  return data as Rows;
}

/** Creates a user with three items and a saved list, written one after the other. */
async function joinWithRows() {
  const { access, id } = await join();
  const upsert = (table: string, row: object) =>
    call(access)
      .from(table)
      .upsert({ user_id: id, ...row });
  await call(access).from('lists').upsert({ id, name: 'Party' });
  for (const name of ['Tea', 'Ham', 'Oil']) await upsert('grocery_items', { id: `${id}-${name}`, name });
  await upsert('saved_lists', { id: `${id}-week`, name: 'Week', items: [] });
  return { access, id };
}

const namesOf = ({ grocery_items: items }: Rows) => items?.map(({ name }) => name);

describe('a pull of several tables', () => {
  test('[Y5] returns the rows above each version, lowest first, as the tables do', async () => {
    const { access } = await joinWithRows();
    const all = await pull(access, EVERYTHING);
    expect(namesOf(all)).toEqual(['Tea', 'Ham', 'Oil']);
    for (const table of Object.keys(EVERYTHING)) {
      const rows = all[table];
      const { data } = await call(access).from(table).select('*').order('version');
      expect(data).toMatchObject(rows ?? []);
    }
    const [first] = all['grocery_items'] ?? [];
    const later = await pull(access, { grocery_items: first?.['version'] });
    expect([namesOf(later), later['categories'], later['saved_lists'], later['lists']]).toEqual([
      ['Ham', 'Oil'],
      null,
      null,
      null,
    ]);
  });

  test('[Y5] returns at most the given number of rows of each table', async () => {
    const { access } = await joinWithRows();
    expect(namesOf(await pull(access, EVERYTHING, 2))).toEqual(['Tea', 'Ham']);
    for (const most of [0, -5]) expect(namesOf(await pull(access, EVERYTHING, most))).toEqual(['Tea']);
  });

  test('[Y5] has a higher limit than a read of one table', async () => {
    const { access, id } = await join();
    await parts.sql`insert into public.grocery_items (id, user_id, name)
      select ${`${id}-`} || n, ${id}, 'Thing' from generate_series(1, 5001) n`;
    expect((await pull(access, EVERYTHING, 1_000_000))['grocery_items']).toHaveLength(5000);
    const { grocery_items: page } = await pull(access, EVERYTHING, 2500);
    expect(page).toHaveLength(2500);
    // A page that is cut has {} in place of rows. These are far from its limit of 2 MB.
    expect(page?.every((row) => row['name'] === 'Thing')).toBe(true);
    expect((await pull(access, EVERYTHING))['grocery_items']).toHaveLength(1000);
  });
});

describe('the columns of a row', () => {
  test('[Y5] are those that devices show, in an order that never changes', async () => {
    const { access } = await joinWithRows();
    const all = await pull(access, EVERYTHING);
    const shown = (table: string) => Object.keys(all[table]?.[0] ?? {}).join(' ');
    expect(shown('grocery_items')).toBe(
      'id name category checked amount unit note store deleted added_by ticked_by version device_id',
    );
    expect(shown('saved_lists')).toBe('id name items created_at deleted version device_id');
  });

  test('[Y5] have one that a later migration adds', async () => {
    const { access, id } = await joinWithRows();
    await parts.sql`alter table public.saved_lists add column "Price, rounded" numeric default 2.50`;
    const { saved_lists: saved } = await pull(access, EVERYTHING);
    expect(saved).toMatchObject([{ id: `${id}-week`, 'Price, rounded': 2.5 }]);
    await parts.sql`alter table public.saved_lists drop column "Price, rounded"`;
    expect((await pull(access, EVERYTHING))['saved_lists']).toMatchObject([{ id: `${id}-week` }]);
  });
});

describe('[Y9] other users', () => {
  test('see only their own rows', async () => {
    const [ann, bob] = [await joinWithRows(), await join()];
    const all = await pull(bob.access, EVERYTHING);
    expect(JSON.stringify(all)).not.toContain(ann.id);
    expect(namesOf(all)).toEqual([]);
  });

  test('are refused without a token, or if their session has ended', async () => {
    const { access } = await joinWithRows();
    const asked = { cursors: EVERYTHING };
    expect(await call(tokens.anonKey).rpc('pull_rows', asked)).toMatchObject({ status: 401, error: { code: '42501' } });
    await parts.request('POST /logout?scope=global', { token: access });
    expect(await call(access).rpc('pull_rows', asked)).toMatchObject({ status: 401, error: { code: 'PT401' } });
  });

  test.each([[{ grocery_items: 'x' }], [{ grocery_items: "1' or true" }], ['{'], [[1]]])(
    'get no rows with invalid cursors: %j',
    async (cursors) => {
      const { access } = await join();
      const { data, status } = await call(access).rpc('pull_rows', { cursors });
      expect([200, 400]).toContain(status);
      expect(JSON.stringify(data)).not.toContain('"id"');
    },
  );
});
