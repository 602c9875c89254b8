/** The whole simulation of shared lists in memory, with rules that can be switched off. It throws if a guarantee breaks. */
import { createNetwork } from '#test/sync/network.ts';
import { expectThat } from '#test/sync/fields.ts';
import { createAccountDevice, type AccountDeviceDouble } from './account-device.ts';
import { DEVICE_ACCOUNTS, type ListsEvent, type PeopleEvent } from './events.ts';
import { createListsServer, type ListsServerDouble } from './lists-server.ts';
import type { ListsRules } from './rules.ts';
import { playLists, type People } from './world.ts';

/**
 * Plays a history until nothing is left to do.
 * @returns the server and the devices, for further checks
 * @throws an error that names the broken guarantee
 */
export async function simulateLists(events: readonly ListsEvent[], rules: ListsRules) {
  const server = createListsServer(rules, [...new Set(DEVICE_ACCOUNTS)]);
  const network = createNetwork();
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const devices = DEVICE_ACCOUNTS.map((account, at) =>
    createAccountDevice({ account, name: `d${at}`, server, network, rules, onError }),
  );
  const settle = async (): Promise<void> => {
    // All work without a message is done when the promises are.
    await new Promise((resolve) => void setImmediate(resolve));
    if (errors.length > 0) throw errors[0];
  };
  await playLists({ network, devices, people: createPeople(server), settle, rounds: 3 }, events);
  for (const device of devices) if (!device.isSignedOut()) await checkEnd(device, server);
  return { server, devices };
}

function createPeople(server: ListsServerDouble): People {
  const change = (work: () => boolean): boolean => {
    const isDone = work();
    server.checkOwners();
    return isDone;
  };
  return {
    listIds: () => Promise.resolve(server.listIds()),
    removeList: (account, { id, role }) =>
      Promise.resolve(
        change(() => (role === 'owner' ? server.deleteList(account, id) : server.leave(account, id))) ||
          !server.isMember(account, id),
      ),
    play: (event, listId) => Promise.resolve(void change(() => playPeople(server, event, listId))),
    restore: () => Promise.resolve(server.restoreMemberships()),
  };
}

function playPeople(server: ListsServerDouble, { type, account }: PeopleEvent, listId: string): boolean {
  const owner = server.ownerOf(listId) ?? '';
  switch (type) {
    case 'join':
      return server.join(account, listId);
    case 'remove':
      return server.removeMember(owner, listId, account);
    case 'hand-over':
      return server.handOver(owner, listId, account);
    case 'lose-membership':
      server.loseMembership(account, listId);
      return true;
    case 'toggle-refusal':
      server.rowsOf(listId).toggleRefusal();
      return true;
    case 'delete-account':
      return server.deleteAccount(account);
  }
}

/** Checks that a device has its account's lists, as the server has them, and no others. */
async function checkEnd(device: AccountDeviceDouble, server: ListsServerDouble): Promise<void> {
  const { account, stored } = device;
  const joined = server.listIds().filter((id) => server.isMember(account, id));
  const entries = device.entries().filter(({ state }) => state !== 'ended');
  expectThat(
    entries
      .map(({ id }) => id)
      .toSorted()
      .join(' ') === joined.toSorted().join(' '),
    `A device of ${account} knows the lists ${entries.map(({ id, state }) => `${id} ${state}`).join(', ')} instead of ${joined.join(', ')}`,
  );
  for (const listId of await device.storedIds()) {
    expectThat(joined.includes(listId), `A device of ${account} still has list ${listId}`);
  }
  for (const { id, state, members } of entries) {
    expectThat(state === 'active', `List ${id} is still ${state}`);
    const expected = server.membersOf(id);
    expectThat(
      JSON.stringify(members) === JSON.stringify(expected),
      `A device of ${account} shows the members ${JSON.stringify(members)} of list ${id} instead of ${JSON.stringify(expected)}`,
    );
    stored.open(id).checkEnd();
    const rows = (await server.rowsOf(id).rows()).join('\n');
    const mine = (await device.rows(id)).join('\n');
    expectThat(mine === rows, `A device of ${account} shows in list ${id}\n${mine}\nthe server has\n${rows}`);
  }
}
