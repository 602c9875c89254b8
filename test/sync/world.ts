/** Simulates three devices, a server and the network: plays a history, then runs until nothing is left to do. */
import type { SyncStorage, Written } from '#client/ports/storage.ts';
import { createNetwork, type Network } from './network.ts';
import type { Edit, Event } from './events.ts';
import type { Server } from './server.ts';
import { createTab, type Tab } from './tab.ts';

/** A device, as its user and its tabs see it. */
export type ShopDevice = {
  readonly storage: SyncStorage;
  readonly edit: (edits: readonly Edit[]) => Promise<void>;
  readonly undo: () => Promise<void>;
  readonly redo: () => Promise<void>;
  /** Called after a sync cycle changed the disk. */
  readonly onDisk: (written: Written) => Promise<void>;
  /** Opens the page again. */
  readonly reload: () => Promise<void>;
  readonly moveClock: (by: number) => void;
  /** Each visible row as one string, in order. */
  readonly rows: () => Promise<readonly string[]>;
  /** The number of changes in the outbox. */
  readonly waiting: () => Promise<number>;
};

export type World = { readonly server: Server; readonly devices: readonly ShopDevice[] };

type Scene = {
  readonly world: World;
  readonly network: Network;
  readonly tabs: readonly (readonly Tab[])[];
};

/** Plays a history, then delivers every message and runs two sync cycles on every device. */
export async function play(world: World, events: readonly Event[]): Promise<void> {
  const network = createNetwork();
  const { server } = world;
  const newTab = ({ storage, onDisk }: ShopDevice, pullsAll: boolean): Tab =>
    createTab({ storage, server, network, pullsAll, onDisk });
  const tabs = world.devices.map((device) => [newTab(device, true), newTab(device, false)]);
  const scene: Scene = { world, network, tabs };
  for (const event of events) {
    for (const device of world.devices) device.moveClock(1);
    await playEvent(scene, event);
    for (const tab of tabs.flat()) await tab.whenIdle();
  }
  await runToEnd(
    scene,
    world.devices.map((device) => newTab(device, true)),
  );
}

async function playEvent(scene: Scene, event: Event): Promise<void> {
  if ('at' in event) return playNetworkEvent(scene.network, event);
  if (!('device' in event)) return scene.world.server.toggleRefusal();
  const device = scene.world.devices[event.device % scene.world.devices.length];
  return device && playDeviceEvent(device, event, scene);
}

async function playNetworkEvent(
  network: Network,
  { type, at }: Extract<Event, { readonly at: number }>,
): Promise<void> {
  switch (type) {
    case 'deliver':
      return void (await network.deliver(at));
    case 'lose':
      return network.lose(at);
    case 'give-up':
      return network.giveUp(at);
    case 'duplicate':
      return network.duplicate(at);
    case 'begin':
      return network.begin(at);
  }
}

type OfDevice = Extract<Event, { readonly device: number }>;

async function playDeviceEvent(device: ShopDevice, event: OfDevice, scene: Scene): Promise<void> {
  if ('tab' in event) return playTabEvent(device, event, scene);
  if ('by' in event) return device.moveClock(event.by);
  if ('isLate' in event) return deliverEvent(device, event, scene);
  return playUserEvent(device, event);
}

async function playUserEvent(
  device: ShopDevice,
  event: Exclude<OfDevice, { readonly tab: number } | { readonly by: number } | { readonly isLate: boolean }>,
): Promise<void> {
  switch (event.type) {
    case 'edit':
      return device.edit(event.edits);
    case 'undo':
      return device.undo();
    case 'redo':
      return device.redo();
    case 'retry':
    case 'discard':
      return resolveRejected(device, event.type);
  }
}

async function playTabEvent(
  device: ShopDevice,
  event: Extract<OfDevice, { readonly tab: number }>,
  { tabs }: Scene,
): Promise<void> {
  const tab = tabs[event.device]?.[event.tab];
  if (event.type === 'go') return tab && go(tab, event);
  tab?.crash();
  return device.reload();
}

async function deliverEvent(
  device: ShopDevice,
  { id, isLate }: { readonly id: string; readonly isLate: boolean },
  { world, network }: Scene,
): Promise<void> {
  const rows = [...(await world.server.read('items', id)), ...(await world.server.read('categories', id))];
  const arrive = async (): Promise<void> => {
    const received = await device.storage.receive(rows, {});
    await device.onDisk(received.ok ? received.value : null);
  };
  if (isLate) network.emit(arrive);
  else await arrive();
}

async function resolveRejected({ storage, onDisk }: ShopDevice, how: 'retry' | 'discard'): Promise<void> {
  const read = await storage.readSync();
  const [entry] = read.ok ? read.value.rejected : [];
  if (entry) await storage.resolveRejected(entry.id, how);
  await onDisk(null);
}

/** Runs a sync cycle for a limited number of disk calls and messages. */
async function go(tab: Tab, { calls, messages }: { readonly calls: number; readonly messages: number }): Promise<void> {
  await tab.start();
  let [callsLeft, messagesLeft] = [calls, messages];
  for (;;) {
    if (callsLeft > 0 && (await tab.runDiskCall())) callsLeft -= 1;
    else if (messagesLeft > 0 && (await tab.receiveMessage())) messagesLeft -= 1;
    else return;
  }
}

/** More calls and messages than any sync cycle needs. */
const FAR = { calls: 1000, messages: 1000 };
/** More sync cycles than the changes of a device need. */
const RETRIES = 60;

/** @param fresh a new tab of each device */
async function runToEnd({ world, network, tabs }: Scene, fresh: readonly Tab[]): Promise<void> {
  await deliverAll(network, tabs.flat());
  const sync = async (tab: Tab): Promise<void> => {
    await go(tab, FAR);
    if (tab.isRunning()) throw new Error('A sync cycle does not end');
  };
  for (const [at, tab] of fresh.entries()) {
    const isWaiting = async (): Promise<boolean> => ((await world.devices[at]?.waiting()) ?? 0) > 0;
    await sync(tab);
    // What a gateway refuses is sent several times before it is rejected.
    for (let left = RETRIES; left > 0 && (await isWaiting()); left -= 1) await sync(tab);
  }
  for (const tab of fresh) await sync(tab);
}

/** Delivers every message, and runs every running sync cycle to its end. */
async function deliverAll(network: Network, tabs: readonly Tab[]): Promise<void> {
  for (let rounds = 0; rounds < FAR.messages; rounds += 1) {
    const hasArrived = await network.deliver(0);
    for (const tab of tabs) await tab.whenIdle();
    let hasRun = false;
    for (const tab of tabs) hasRun = (await tab.runDiskCall()) || hasRun;
    if (!hasArrived && !hasRun) return;
  }
  throw new Error('The sync cycles do not end');
}
