/** The data download of a full account, through the bundled server. */
import { afterAll, expect, test, vi } from 'vitest';
import { startRealServer } from '#test/backend/real-server.ts';
import { stubPage } from '#test/doubles/fake-page.ts';
import { openDevice } from './real-device.ts';

const server = await startRealServer();
afterAll(() => server.stop());

/** Just below the limit of rows (docs/settings.md). */
const ITEMS = 99_900;
/** Together, these names exceed the 32 MB of one response. */
const NAME_LENGTH = 300;

test(
  '[A3] an account at its limit of rows, larger than any response, downloads all of its data',
  { timeout: 120_000 },
  async () => {
    stubPage();
    vi.stubGlobal('location', { href: `${server.origin}/` });
    const device = openDevice();
    const { user } = await device.signUp();
    const { sql } = server.database;
    await sql`insert into public.categories (id, user_id, name) values ('dairy', ${user.id}, 'Dairy')`;
    for (let from = 0; from < ITEMS; from += 9990) {
      await sql`insert into public.grocery_items (id, user_id, name, deleted)
      select 'item-' || i, ${user.id}, rpad('Milk ' || i, ${NAME_LENGTH}::int, '.'), i % 10 = 0
      from generate_series(${from}::int, ${from + 9989}::int) i`;
    }
    const [usage] = await sql<{ bytes: number }[]>`
    select byte_count::int as bytes from public.sync_state where list_id = ${user.id}`;
    expect(usage?.bytes).toBeGreaterThan(32_000_000);

    const api = await device.openAccountApi(user);
    const began = Date.now();
    const downloaded = await api.downloadData(() => '{}');
    expect(Date.now() - began).toBeLessThan(60_000);
    const document = JSON.parse(downloaded.ok ? downloaded.value : '{}') as {
      readonly items: readonly { readonly id: string; readonly version: number }[];
      readonly categories: readonly unknown[];
      readonly deleted: { readonly items: readonly { readonly id: string }[]; readonly categories: readonly unknown[] };
    };
    expect(document).toMatchObject({
      format: 'checklist-account',
      account: { id: user.id },
      saved_lists: [],
      deleted: { categories: [], saved_lists: [] },
    });
    expect(document.categories).toContainEqual(expect.objectContaining({ id: 'dairy', name: 'Dairy' }));
    const ids = [...document.items, ...document.deleted.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ITEMS);
    expect(document.deleted.items).toHaveLength(ITEMS / 10);
    expect(document.items[0]).not.toHaveProperty('user_id');
  },
);
