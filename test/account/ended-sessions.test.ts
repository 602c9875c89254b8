/** A session that was ended from elsewhere, on a device with real databases at the bundled server. */
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#core/account/user.ts';
import { createUnsentCounts } from '#device/local-storage/user-facts.ts';
import { readSessionId, readStoredSession } from '#device/backend/session/stored-session.ts';
import { startRealServer } from '#test/backend/real-server.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { type FakePage, stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import {
  change,
  databaseNames,
  item,
  openTab,
  passNight,
  PASSWORD,
  readWholePhone,
  syncedNames,
} from './ended-device.ts';

const server = await startRealServer({ rateLimits: {}, mailInterval: 0 });
afterAll(server.stop);
const { origin, database } = server;
const { sql } = database;
const { anonKey } = (await (await fetch(`${origin}/config.json`)).json()) as { readonly anonKey: string };

let page: FakePage;
let values: Map<string, string>;
/** What the page told the service worker. */
let told: unknown[];

beforeEach(() => {
  page = stubPage();
  stubIndexedDb();
  values = stubLocalStorage({});
  told = [];
  const worker = { postMessage: (message: unknown) => void told.push(message) };
  vi.stubGlobal('location', { href: `${origin}/` });
  vi.stubGlobal('navigator', { serviceWorker: { controller: worker } });
});

let people = 0;
const newEmail = (): string => `shopper-${(people += 1)}@example.org`;

const online = globalThis.fetch;
const offline = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'));

/** Another device of the same account, which only calls the server. */
async function openLaptop(email: string) {
  const call = async (line: string, body: object, token: string) => {
    const [method = 'POST', path = ''] = line.split(' ');
    const headers = { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method, headers, body: JSON.stringify(body) };
    const answer = await online(`${origin}${path}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text === '' ? null : (JSON.parse(text) as unknown);
  };
  const entered = await call('POST /auth/v1/token?grant_type=password', { email, password: PASSWORD }, anonKey);
  const { access_token: token } = entered as { readonly access_token: string };
  const phone = readSessionId(readStoredSession()?.access_token ?? '');
  return {
    rows: (userId: string) => sql<{ name: string; checked: boolean }[]>`
      select name, checked from public.grocery_items where user_id = ${userId} and not deleted order by name`,
    logOutPhone: () => call('POST /rest/v1/rpc/end_session', { session_id: phone }, token),
    logOutEverywhere: () => call('POST /auth/v1/logout?scope=global', {}, token),
    changePassword: () => call('PUT /auth/v1/user', { password: 'battery7staple', current_password: PASSWORD }, token),
    deleteAccount: () => call('POST /rest/v1/rpc/delete_account', { confirmation: email }, token),
  };
}

/** A phone whose list has milk and tea, both synced, and a laptop. */
async function openPhone() {
  const tab = openTab();
  const email = newEmail();
  const user = await tab.signUp(email);
  await change(user, item(user, 'milk', { name: 'Milk', category: 'c' }));
  await change(user, item(user, 'tea', { name: 'Tea', category: 'c' }));
  await tab.sync(user);
  expect(await syncedNames(user.id)).toEqual(['Milk', 'Tea']);
  return { tab, email, user, laptop: await openLaptop(email) };
}

const untilRemoved = (user: User) =>
  vi.waitFor(() => expect(values.has(`checklist.ended-account.${user.id}`)).toBe(false));
const untilDeleted = (user: User) =>
  vi.waitFor(async () => expect((await databaseNames()).join()).not.toContain(user.id));

describe('[Y9] a session that its owner ended from elsewhere takes the lists with it', () => {
  test.each([
    ['logging out this device', 'logOutPhone', 'logged-out'],
    ['logging out everywhere', 'logOutEverywhere', 'logged-out'],
    ['choosing a new password', 'changePassword', 'password-changed'],
    ['deleting the account', 'deleteAccount', 'account-deleted'],
  ] as const)('by %s: in an open tab with its next request', async (_, end, reason) => {
    const { tab, user, laptop } = await openPhone();
    await laptop[end]();
    await tab.contact(user);
    expect([tab.session.user(), tab.session.endReason()]).toEqual([null, reason]);
    // The stored first screen.
    expect(told.at(-1)).toEqual({ firstScreen: null });
    await untilDeleted(user);
    expect(await readWholePhone()).not.toMatch(/Milk|Tea/u);
    expect(createUnsentCounts().read()).toBe(0);
  });

  test('in a closed one at the next contact, after its token has expired', async () => {
    const { user, laptop } = await openPhone();
    await laptop.logOutPhone();
    passNight();
    const tab = openTab();
    expect(tab.session.user()).toEqual(user);
    await tab.contact(user);
    expect([tab.session.user(), tab.session.endReason()]).toEqual([null, 'logged-out']);
    await untilDeleted(user);
    // The message is still there after a reload.
    expect(openTab().session.endReason()).toBe('logged-out');
  });

  test('and keeps unsent changes, which are sent at the next sign-in on this device', async () => {
    const { tab, email, user, laptop } = await openPhone();
    await change(user, item(user, 'tea', { checked: true }));
    await change(user, item(user, 'bread', { name: 'Bread', category: 'c' }));
    await laptop.logOutPhone();
    await tab.contact(user);
    expect(tab.session.endReason()).toBe('logged-out');
    await untilRemoved(user);
    expect(await readWholePhone()).not.toContain('Milk');
    // The tick needs the name of its item, for example if the account has left the list in the meantime.
    expect(await syncedNames(user.id)).toEqual(['Tea']);
    expect(createUnsentCounts().read()).toBe(2);

    await tab.sync(await tab.signIn(email));
    expect(await laptop.rows(user.id)).toEqual([
      { name: 'Bread', checked: false },
      { name: 'Milk', checked: false },
      { name: 'Tea', checked: true },
    ]);
    expect(await syncedNames(user.id)).toEqual(['Bread', 'Milk', 'Tea']);
  });

  test('also those in another list, which stays with its name', async () => {
    const { tab, email, user, laptop } = await openPhone();
    const party = await tab.createList(user, 'Party');
    await tab.sync(user);
    // A sync that is still running must not send the change.
    vi.stubGlobal('fetch', offline);
    await change(user, item(user, 'nuts', { name: 'Nuts', category: 'c' }), party);
    await laptop.logOutPhone();
    vi.stubGlobal('fetch', online);
    await tab.contact(user);
    await untilRemoved(user);
    expect(await databaseNames()).toEqual([`checklist:${user.id}`, `checklist:${user.id}:${party}`]);
    const left = await readWholePhone();
    expect(left).not.toMatch(/Milk|Tea/u);
    expect(left).toMatch(/Party[^]*Nuts/u);
    await tab.sync(await tab.signIn(email));
    expect(await syncedNames(user.id, party)).toEqual(['Nuts']);
  });

  test('and also when another account takes its place on this device, as after a link to choose a new password', async () => {
    const { tab, user } = await openPhone();
    await change(user, item(user, 'bread', { name: 'Bread', category: 'c' }));
    const next = await tab.signUp(newEmail());
    expect([tab.session.user(), tab.session.endReason()]).toEqual([next, null]);
    await untilRemoved(user);
    expect(await readWholePhone()).not.toMatch(/Milk|Tea/u);
    expect(await readWholePhone()).toContain('Bread');
    expect(createUnsentCounts().read()).toBe(1);
  });

  test('and leaves another account on this device unchanged', async () => {
    const first = openTab();
    const bob = await first.signUp(newEmail());
    await change(bob, item(bob, 'rye', { name: 'Rye', category: 'c' }));
    await first.sync(bob);
    await change(bob, item(bob, 'jam', { name: 'Jam', category: 'c' }));
    await first.session.signOut();
    const { tab, user, laptop } = await openPhone();
    await laptop.logOutPhone();
    await tab.contact(user);
    await untilDeleted(user);
    expect(await databaseNames()).toEqual([`checklist:${bob.id}`]);
    expect(await readWholePhone()).toMatch(/Rye[^]*Jam/u);
  });

  test('in all tabs, which say the same', async () => {
    const { tab, user, laptop } = await openPhone();
    const other = openTab();
    await laptop.changePassword();
    await Promise.all([tab.contact(user), other.contact(user)]);
    page.tell('window', 'storage', { key: 'user' });
    for (const one of [tab, other]) {
      expect([one.session.user(), one.session.endReason()]).toEqual([null, 'password-changed']);
    }
    await untilDeleted(user);
    expect(await readWholePhone()).not.toMatch(/Milk|Tea/u);
  });

  test('even if the page is closed in between: the next start of the app completes it', async () => {
    const { tab, user, laptop } = await openPhone();
    await laptop.logOutPhone();
    passNight();
    // The disk does not answer from the moment when the user is signed out.
    const open = indexedDB.open.bind(indexedDB);
    const refusing = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      if (!values.has('user')) throw new DOMException('', 'UnknownError');
      return open(name, version);
    });
    await tab.contact(user);
    await vi.waitFor(() => expect(refusing.mock.results.some(({ type }) => type === 'throw')).toBe(true));
    refusing.mockRestore();
    expect(await syncedNames(user.id)).toEqual(['Milk', 'Tea']);
    openTab();
    await untilDeleted(user);
  });

  test('unless the owner has signed in on this device again in the meantime', async () => {
    const { user } = await openPhone();
    values.set(`checklist.ended-account.${user.id}`, '1');
    openTab();
    await untilRemoved(user);
    expect(await syncedNames(user.id)).toEqual(['Milk', 'Tea']);
  });
});

describe('[A1] any other refusal costs nothing', () => {
  const isUntouched = async (user: User) => {
    expect(await syncedNames(user.id)).toEqual(['Milk', 'Tea']);
    expect(values.has(`checklist.ended-account.${user.id}`)).toBe(false);
  };

  test('such as that of a restored backup that is older than the session, but remembers others', async () => {
    const { tab, email, user, laptop } = await openPhone();
    await change(user, item(user, 'tea', { checked: true }));
    // The backup has the end of an earlier session of the account, and knows nothing of this one.
    await sql`delete from auth.sessions where user_id = ${user.id}`;
    await sql`insert into public.ended_sessions (id, user_id, reason) values (gen_random_uuid(), ${user.id}, 'logged-out')`;
    await tab.contact(user);
    expect([tab.session.user(), tab.session.endReason()]).toEqual([null, 'refused']);
    await isUntouched(user);
    await tab.sync(await tab.signIn(email));
    expect(await laptop.rows(user.id)).toContainEqual({ name: 'Tea', checked: true });
  });

  test('such as that of a backend without the function that explains it', async () => {
    const { tab, user, laptop } = await openPhone();
    await laptop.logOutPhone();
    const real = fetch;
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
      input.includes('read_session_end')
        ? new Response(JSON.stringify({ code: 'PGRST202', message: 'No such function' }), { status: 404 })
        : real(input, init),
    );
    await tab.contact(user);
    vi.stubGlobal('fetch', real);
    expect(tab.session.endReason()).toBe('refused');
    await isUntouched(user);
  });

  test('and while the reason is unknown, the user stays signed in', async () => {
    const { tab, user, laptop } = await openPhone();
    await laptop.logOutPhone();
    const real = fetch;
    let asked = 0;
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (!input.includes('read_session_end')) return real(input, init);
      asked += 1;
      return new Response('busy', { status: 503 });
    });
    passNight();
    await expect(tab.contact(user, 4_000)).rejects.toThrow('still signed in');
    vi.stubGlobal('fetch', real);
    expect(asked).toBeGreaterThan(0);
    expect(tab.session.user()).toEqual(user);
    await isUntouched(user);
    await tab.contact(user);
    expect(tab.session.endReason()).toBe('logged-out');
  });
});
