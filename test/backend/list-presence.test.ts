/** Who has a shared list open: the private channel of a list, with the official client (product H8, H10). */
import { randomUUID } from 'node:crypto';
import type { RealtimeChannel } from '@supabase/realtime-js';
import { expect, test, vi } from 'vitest';
import { ok } from '#core/result.ts';
import { createPresenceFeed } from '#device/backend/realtime/realtime.ts';
import { followPresence } from '#device/backend/realtime/presence.ts';
import { addAccount, openTestRealtime, subscribed, write } from '#server/realtime/testing/test-realtime.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubPage } from '#test/doubles/fake-page.ts';

const service = await openTestRealtime({ settings: { presenceInterval: 20 } });
const { database, tokens } = service;

type Account = Awaited<ReturnType<typeof addAccount>>;
const signUp = () => addAccount(database, tokens);

/** Creates a list with members, as the functions do. */
async function createList(owner: Account, ...members: readonly Account[]): Promise<string> {
  const list = randomUUID();
  await write(database, owner.caller, `select create_list('${list}', 'Party')`);
  for (const { id } of members) await database.sql`insert into list_members (list_id, user_id) values (${list}, ${id})`;
  return list;
}

/** Joins the channel of a list as one device of an account. */
function createChannel({ token, id }: Account, list: string, topic = `list:${list}`): RealtimeChannel {
  return service.createClient({ token }).channel(topic, { config: { private: true, presence: { key: id } } });
}

/** Opens a list as one device of an account. */
async function open(account: Account, list: string) {
  const channel = createChannel(account, list);
  const messages: string[] = [];
  channel
    .on('presence', { event: 'sync' }, () => undefined)
    .on('system', {}, ({ message }: { readonly message: string }) => messages.push(message));
  await subscribed(channel);
  expect(await channel.track({})).toBe('ok');
  return { channel, messages, present: () => Object.keys(channel.presenceState()).toSorted() };
}

const idsOf = (...accounts: readonly Account[]) => accounts.map(({ id }) => id).toSorted();
const wait = (check: () => void) => vi.waitFor(check);

test('[H8] members see who has the list open, on any of their devices, until the last one closes it', async () => {
  const [ann, bob] = [await signUp(), await signUp()];
  const [list, other] = [await createList(ann, bob), await createList(bob)];
  const phone = await open(ann, list);
  const elsewhere = await open(bob, other);
  await wait(() => expect(phone.present()).toEqual(idsOf(ann)));
  const [tablet, bobs] = [await open(ann, list), await open(bob, list)];
  for (const { present } of [phone, tablet, bobs]) await wait(() => expect(present()).toEqual(idsOf(ann, bob)));
  await phone.channel.unsubscribe();
  await tablet.channel.untrack();
  await wait(() => expect(bobs.present()).toEqual(idsOf(bob)));
  expect(elsewhere.present()).toEqual(idsOf(bob));
});

test('[H8] [H10] the app reports the other members who have the list open, until one of them is removed', async () => {
  const [ann, bob] = [await signUp(), await signUp()];
  const list = await createList(ann, bob);
  const page = stubPage();
  const openApp = ({ id, token }: Account) => {
    const [presenceFeed, reported] = [createPresenceFeed(), [] as (readonly string[])[]];
    const sessions = { token: () => Promise.resolve(ok(token)) };
    const parts = { list: { userId: id, listId: list }, sessions, clock: createFakeClock(), presenceFeed };
    const stop = followPresence(service.createClient({ token }), parts);
    presenceFeed.presence.subscribe((userIds) => void reported.push(userIds));
    return { stop, reported };
  };
  const [anns, tablet, bobs] = [openApp(ann), openApp(ann), openApp(bob)];
  await wait(() =>
    expect([anns, tablet, bobs].map(({ reported }) => reported.at(-1))).toEqual([[bob.id], [bob.id], [ann.id]]),
  );
  await write(database, ann.caller, `select remove_member('${list}', '${bob.id}')`);
  await wait(() => expect([anns, tablet, bobs].map(({ reported }) => reported.at(-1))).toEqual([[], [], []]));
  page.show('hidden');
  await vi.waitFor(async () =>
    expect(await database.sql`select from realtime.presences where topic = ${`list:${list}`}`).toEqual([]),
  );
  for (const { stop } of [anns, tablet, bobs]) stop();
  vi.unstubAllGlobals();
});

test('[H10] strangers cannot join the channel of a list, however they name it', async () => {
  const [ann, eve] = [await signUp(), await signUp()];
  const list = await createList(ann);
  const opened = await open(ann, list);
  const names = [
    `list:${list}`,
    `list:${list.toUpperCase()}`,
    `list:${ann.id}`,
    `list:${list},${eve.id}`,
    list,
    'list:',
    '',
  ];
  for (const name of names) {
    await expect(subscribed(createChannel(eve, list, name || `list:${list} `))).rejects.toThrow('Unauthorized');
  }
  await expect(subscribed(createChannel({ ...eve, token: tokens.anonKey }, list))).rejects.toThrow('Unauthorized');
  await wait(() => expect(opened.present()).toEqual(idsOf(ann)));
});

test.each([
  [
    'was removed',
    (list: string, ann: Account, bob: Account) => [ann, `remove_member('${list}', '${bob.id}')`] as const,
  ],
  ['has left', (list: string, _: Account, bob: Account) => [bob, `leave_list('${list}')`] as const],
])('[H10] the channel of a member who %s ends at once, and the others see the member leave', async (_, end) => {
  const [ann, bob] = [await signUp(), await signUp()];
  const list = await createList(ann, bob);
  const [anns, bobs] = [await open(ann, list), await open(bob, list)];
  await wait(() => expect(anns.present()).toEqual(idsOf(ann, bob)));
  const [account, call] = end(list, ann, bob);
  await write(database, account.caller, `select ${call}`);
  await wait(() =>
    expect(bobs.messages).toEqual([`You no longer have permission to read from this Channel topic: list:${list}`]),
  );
  await wait(() => expect(anns.present()).toEqual(idsOf(ann)));
  await expect(subscribed(createChannel(bob, list))).rejects.toThrow('Unauthorized');
  const later = await open(ann, list);
  await wait(() => expect(later.present()).toEqual(idsOf(ann)));
  expect(bobs.channel.state).toBe('closed');
});

test('[H10] the channels of a deleted list, and of a deleted account, end at once', async () => {
  const [ann, bob, cat] = [await signUp(), await signUp(), await signUp()];
  const [deleted, kept] = [await createList(ann, bob), await createList(cat, bob)];
  const [inDeleted, inKept, cats] = [await open(bob, deleted), await open(bob, kept), await open(cat, kept)];
  await write(database, ann.caller, `select delete_list('${deleted}')`);
  await wait(() => expect(inDeleted.messages).toHaveLength(1));
  expect(inKept.messages).toEqual([]);
  await database.sql`delete from auth.users where id = ${bob.id}`;
  await wait(() => expect(inKept.messages).toHaveLength(1));
  await wait(() => expect(cats.present()).toEqual(idsOf(cat)));
});

test('[A3] a session that has ended neither joins nor receives anything', async () => {
  const [ann, bob] = [await signUp(), await signUp()];
  const list = await createList(ann, bob);
  const [session] = await database.sql<
    { id: string }[]
  >`insert into auth.sessions (user_id) values (${bob.id}) returning id`;
  const claims = { ...bob.caller.claims, session_id: session?.id ?? '' };
  const signedIn = { ...bob, token: await tokens.sign({ sub: bob.id, role: 'authenticated', ...claims }, 3600) };
  const bobs = await open(signedIn, list);
  await wait(() => expect(bobs.present()).toEqual(idsOf(bob)));
  await database.sql`delete from auth.sessions where id = ${session?.id ?? ''}`;
  await expect(subscribed(createChannel(signedIn, list))).rejects.toThrow('Unauthorized');
  const anns = await open(ann, list);
  await wait(() => expect(bobs.messages).toHaveLength(1));
  expect(bobs.present()).toEqual(idsOf(bob));
  await wait(() => expect(anns.present()).toEqual(idsOf(ann)));
});

test('[H12] presence ends with the session, although nothing else happens in the list', async () => {
  const [ann, bob] = [await signUp(), await signUp()];
  const list = await createList(ann, bob);
  const [session] = await database.sql<
    { id: string }[]
  >`insert into auth.sessions (user_id) values (${bob.id}) returning id`;
  const claims = { ...bob.caller.claims, session_id: session?.id ?? '' };
  const signedIn = { ...bob, token: await tokens.sign({ sub: bob.id, role: 'authenticated', ...claims }, 3600) };
  const [anns, bobs] = [await open(ann, list), await open(signedIn, list)];
  await wait(() => expect(anns.present()).toEqual(idsOf(ann, bob)));
  await database.sql`delete from auth.sessions where id = ${session?.id ?? ''}`;
  await wait(() => expect(anns.present()).toEqual(idsOf(ann)));
  await wait(() => expect(bobs.messages).toHaveLength(1));
});

test('[H12] a member cannot pretend that another member has the list open', async () => {
  const [ann, bob, eve] = [await signUp(), await signUp(), await signUp()];
  const list = await createList(ann, bob, eve);
  const anns = await open(ann, list);
  const eves = await open({ ...eve, id: bob.id }, list);
  await wait(() => expect(anns.present()).toEqual(idsOf(ann, eve)));
  expect(eves.present()).toEqual(idsOf(ann, eve));
});
