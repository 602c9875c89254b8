/** Simulates the devices of several accounts, a server and the network: plays a history, then runs until nothing is left to do. */
import type { ListEntry } from '#core/lists/lists-record.ts';
import type { Edit } from '#test/sync/events.ts';
import type { Network } from '#test/sync/network.ts';
import type { Trips } from './shopper.ts';
import type { DeviceEvent, ListsEvent, PeopleEvent } from './events.ts';

/** A device of an account, as its user sees it. A call resolves when it has begun, because it may wait for the network. */
export type AccountDevice = {
  readonly account: string;
  readonly edit: (listId: string, edits: readonly Edit[]) => Promise<void>;
  readonly undo: (listId: string) => Promise<void>;
  readonly redo: (listId: string) => Promise<void>;
  readonly rename: (listId: string, name: string) => Promise<void>;
  /** Shops, and accepts the order that the device has learned. */
  readonly shop: (listId: string, trips: Trips) => Promise<void>;
  readonly create: () => Promise<void>;
  /** Removes a list that the user has left or deleted. */
  readonly remove: (listId: string) => Promise<void>;
  /** Deletes a list that the device believes is only its own. */
  readonly discard: (listId: string) => Promise<void>;
  readonly keepUnsent: (endedId: string, targetId: string) => Promise<void>;
  readonly dismiss: (endedId: string) => Promise<void>;
  /** The app becomes visible. */
  readonly contact: () => Promise<void>;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly setOnline: (isOnline: boolean) => void;
  readonly isOnline: () => boolean;
  /** Crashes the page after a number of disk calls. The next call opens it again. */
  readonly crash: (calls: number) => void;
  /** Delivers the next message that the device waits for. Returns false if there is none. */
  readonly receiveMessage: () => Promise<boolean>;
  /** The account's lists, as the device knows them. */
  readonly entries: () => readonly ListEntry[];
  /** The lists on the device. */
  readonly storedIds: () => Promise<readonly string[]>;
  readonly rows: (listId: string) => Promise<readonly string[]>;
  /** Whether the account was deleted. */
  readonly isSignedOut: () => boolean;
};

/** What people do to memberships: each call is one request that reaches the server at once. */
export type People = {
  readonly listIds: () => Promise<readonly string[]>;
  /** Returns false if the server refuses. */
  readonly removeList: (account: string, list: Pick<ListEntry, 'id' | 'role'>) => Promise<boolean>;
  readonly play: (event: PeopleEvent, listId: string) => Promise<void>;
  /** Ends what `lose-membership` began. */
  readonly restore: () => Promise<void>;
};

export type ListsWorld = {
  readonly network: Network;
  readonly devices: readonly AccountDevice[];
  readonly people: People;
  /** Waits until no device has work left that needs no message. Throws what a page has failed with. */
  readonly settle: () => Promise<void>;
  /** How many times every device syncs at the end. */
  readonly rounds: number;
};

/** Plays a history, then brings every device online and lets it sync until nothing is left to do. */
export async function playLists(world: ListsWorld, events: readonly ListsEvent[]): Promise<void> {
  for (const event of events) {
    await playEvent(world, event);
    await world.settle();
  }
  await runToEnd(world);
}

async function playEvent(world: ListsWorld, event: ListsEvent): Promise<void> {
  if ('at' in event) return playMessage(world.network, event);
  if ('account' in event) {
    const ids = await world.people.listIds();
    const listId = pick(ids, event.list);
    return listId === undefined ? undefined : world.people.play(event, listId);
  }
  const device = pick(world.devices, event.device);
  return device === undefined || device.isSignedOut() ? undefined : playDeviceEvent(world, device, event);
}

const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)];

async function playMessage(network: Network, event: Extract<ListsEvent, { readonly at: number }>): Promise<void> {
  switch (event.type) {
    case 'deliver':
      return void (await network.deliver(event.at));
    case 'lose':
      return network.lose(event.at);
    case 'give-up':
      return network.giveUp(event.at);
    case 'duplicate':
      return network.duplicate(event.at);
  }
}

async function playDeviceEvent(world: ListsWorld, device: AccountDevice, event: DeviceEvent): Promise<void> {
  if ('list' in event) return playListEvent(world, device, event);
  switch (event.type) {
    case 'go':
      return go(world, device, event.messages);
    case 'connect':
      return device.setOnline(event.isOnline);
    case 'wait':
      return device.wait(event.milliseconds);
    case 'crash':
      return device.crash(event.calls);
    case 'create':
      return device.create();
    case 'decide':
      return decide(device, event.keeps);
  }
}

/** Decides about the first ended list. Its unsent changes go into the personal list. */
async function decide(device: AccountDevice, keeps: boolean): Promise<void> {
  const ended = device.entries().find(({ state }) => state === 'ended');
  if (ended === undefined) return;
  if (keeps && ended.unsent !== null) await device.keepUnsent(ended.id, device.account);
  else await device.dismiss(ended.id);
}

async function playListEvent(
  { people }: ListsWorld,
  device: AccountDevice,
  event: Extract<DeviceEvent, { readonly list: number }>,
): Promise<void> {
  const known = device.entries().filter(({ state }) => state !== 'ended');
  const entry = pick(known, event.list);
  if (entry === undefined) return;
  const { id } = entry;
  switch (event.type) {
    case 'edit':
      return device.edit(id, toListEdits(event.edits, id));
    case 'undo':
      return device.undo(id);
    case 'redo':
      return device.redo(id);
    case 'rename':
      return device.rename(id, event.name);
    case 'shop':
      return device.shop(id, { ...event.trips, categories: event.trips.categories.map((one) => `${one}-${id}`) });
    case 'leave':
      return leave(people, device, entry);
  }
}

/** Ids of rows are unique over all lists, except that of a list's own row. */
const toListEdits = (edits: readonly Edit[], listId: string): readonly Edit[] =>
  edits.map((edit) => (edit.table === 'listRow' ? edit : { ...edit, id: `${edit.id}-${listId}` }));

/** Leaves or deletes a list, as web/lists/lists-dialog.tsx does. */
async function leave(people: People, device: AccountDevice, entry: ListEntry): Promise<void> {
  if (entry.state === 'new') return device.discard(entry.id);
  if (entry.id === device.account || !device.isOnline()) return;
  if (await people.removeList(device.account, entry)) await device.remove(entry.id);
}

/** Makes contact, and delivers a number of messages. */
async function go({ settle }: ListsWorld, device: AccountDevice, messages: number): Promise<void> {
  await device.contact();
  await device.wait(1000);
  await settle();
  for (let left = messages; left > 0 && (await device.receiveMessage()); left -= 1) await settle();
}

/** More messages than the lists of a device need. */
const FAR = 3000;

async function runToEnd(world: ListsWorld): Promise<void> {
  await world.people.restore();
  for (const device of world.devices) device.setOnline(true);
  // In the first round, devices send; in the second, they receive; the last confirms that nothing is left.
  for (let round = 0; round < world.rounds; round += 1) {
    for (const device of world.devices.filter((one) => !one.isSignedOut())) await runDevice(world, device);
  }
}

/** Lets a device sync, retry, and remove lists that have ended. */
async function runDevice(world: ListsWorld, device: AccountDevice): Promise<void> {
  await device.contact();
  for (let waits = 0; waits < 3; waits += 1) {
    await device.wait(10_000);
    await world.settle();
    await deliverAll(world);
  }
}

async function deliverAll({ network, settle }: ListsWorld): Promise<void> {
  for (let left = FAR; left > 0; left -= 1) {
    if (!(await network.deliver(0))) return;
    await settle();
  }
  throw new Error('The sync does not end');
}
