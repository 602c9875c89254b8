/** For tests: devices of accounts that share lists, with the real database, which can be offline or get answers late. */
import { expect, onTestFinished, vi } from 'vitest';
import { defaultCategoryId } from '#core/catalogue/catalogue.ts';
import type { Change } from '#core/change/change.ts';
import { liveRows } from '#core/list/list.ts';
import type { Account, ListParts } from '#test/backend/list-parts.ts';
import { createUniqueClock, openDeviceLists, toRestRequest, withStore } from './device-lists.ts';

export const idOf = (name: string, listId: string): string => `1795248000000-${name}-${listId}`;
export const add = (name: string, listId: string): Change => ({
  type: 'add-item',
  id: idOf(name, listId),
  name,
  category: defaultCategoryId(1, listId),
});

/** Changes a list on the device. */
const edit = (userId: string, listId: string, ...changes: readonly Change[]): Promise<void> =>
  withStore({ userId, listId }, (store) => {
    for (const change of changes) expect(store.applyChange(change)).toMatchObject({ ok: true });
  });

/** The names of the items of a list on the device. */
const namesOf = (userId: string, listId: string): Promise<readonly string[]> =>
  withStore({ userId, listId }, ({ list }) =>
    liveRows(list.items)
      .map(({ name }) => name)
      .toSorted(),
  );

/** Waits until the check passes. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check);

/** The databases of all devices. */
export const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

export const createDevices = (parts: ListParts) => ({
  openDevice: (account: Account) => openDevice(parts, account),
  shareList: () => shareList(parts),
});

/** An account's device. It is online until the test says otherwise. */
async function openDevice(parts: ListParts, account: Account) {
  const userId = account.id;
  // Ids of lists have to differ between the tests, which share a database.
  const clock = createUniqueClock();
  const state = { isOnline: true, heldAnswers: 0 };
  const held = new Map<string, Promise<void>>();
  const checkOnline = (): void => {
    if (!state.isOnline) throw new TypeError('offline');
  };
  const { lists, giveHint } = await openDeviceLists({
    account,
    anonKey: parts.tokens.anonKey,
    clock,
    fetch: async (input, init) => {
      checkOnline();
      const request = toRestRequest(input, init);
      const answer = await parts.fetchRest(request);
      const gate = held.get(new URL(request.url).pathname);
      if (gate !== undefined) {
        state.heldAnswers += 1;
        await gate;
      }
      checkOnline();
      return answer;
    },
  });
  onTestFinished(lists.close);
  await lists.refresh();
  return {
    lists,
    userId,
    edit: (listId: string, ...changes: readonly Change[]) => edit(userId, listId, ...changes),
    names: (listId: string) => namesOf(userId, listId),
    entry: (listId: string) => lists.entries().find(({ id }) => id === listId),
    goOffline: () => void (state.isOnline = false),
    /** How many answers have been delayed. */
    heldAnswers: () => state.heldAnswers,
    /** Delays the answers of a function from now on. @returns a function that delivers them */
    holdAnswersOf(name: string): () => void {
      const gate = Promise.withResolvers<void>();
      held.set(`/rpc/${name}`, gate.promise);
      return () => {
        held.clear();
        gate.resolve();
      };
    },
    /** Returns to the network, or to the app. */
    comeBack(): void {
      state.isOnline = true;
      giveHint();
    },
    /** Lets the delays of this device pass. */
    wait: () => clock.advance(1000),
  };
}

/** A list that Ann created and shares with Bob, with one item, on a device of each. */
async function shareList(parts: ListParts) {
  const [annAccount, bobAccount] = [await parts.join(), await parts.join()];
  const ann = await openDevice(parts, annAccount);
  const created = await ann.lists.create('Groceries');
  const listId = created.ok ? created.value : '';
  await ann.edit(listId, add('Milk', listId));
  ann.comeBack();
  await until(() => expect(ann.entry(listId)?.state).toBe('active'));
  await until(async () => expect(await ann.lists.summarize(listId)).toMatchObject({ unsent: 0 }));
  await parts.share(annAccount, listId, bobAccount);
  const bob = await openDevice(parts, bobAccount);
  await until(async () => {
    bob.wait();
    expect(await bob.names(listId)).toEqual(['Milk']);
  });
  return { ann, bob, annAccount, bobAccount, listId };
}
