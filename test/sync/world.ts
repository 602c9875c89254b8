/** Three devices, one server and what is under way between them: plays a history, then lets everything come to rest. */
import type { SyncStorage, Written } from '#client/ports/sync-storage.ts';
import { createAir } from './air.ts';
import type { Air } from './air.ts';
import type { Edit, Event } from './events.ts';
import type { Server } from './server.ts';
import { createTab } from './tab.ts';
import type { Tab } from './tab.ts';

/** A device as its shopper and its tabs see it. */
export type ShopDevice = {
  readonly storage: SyncStorage;
  readonly edit: (edits: readonly Edit[]) => Promise<void>;
  readonly undo: () => Promise<void>;
  readonly redo: () => Promise<void>;
  /** The disk was changed by a pass. */
  readonly onDisk: (written: Written) => Promise<void>;
  /** The page is opened again. */
  readonly reload: () => Promise<void>;
  readonly moveClock: (by: number) => void;
  /** Each row on the screen as one text, in order. */
  readonly rows: () => Promise<readonly string[]>;
  /** How many acts wait in the outbox. */
  readonly waiting: () => Promise<number>;
};

export type World = { readonly server: Server; readonly devices: readonly ShopDevice[] };

type Scene = {
  readonly world: World;
  readonly air: Air;
  readonly tabs: readonly (readonly Tab[])[];
};

/** Plays a history and brings it to rest: all has arrived, and every device has passed twice. */
export async function play(world: World, events: readonly Event[]): Promise<void> {
  const air = createAir();
  const { server } = world;
  const newTab = ({ storage, onDisk }: ShopDevice, pullsAll: boolean): Tab =>
    createTab({ storage, server, air, pullsAll, onDisk });
  const tabs = world.devices.map((device) => [newTab(device, true), newTab(device, false)]);
  const scene: Scene = { world, air, tabs };
  for (const event of events) {
    for (const device of world.devices) device.moveClock(1);
    await happen(scene, event);
    for (const tab of tabs.flat()) await tab.whenStill();
  }
  await comeToRest(
    scene,
    world.devices.map((device) => newTab(device, true)),
  );
}

async function happen(scene: Scene, event: Event): Promise<void> {
  if ('at' in event) return happenInAir(scene.air, event);
  if (!('device' in event)) return scene.world.server.changeMind();
  const device = scene.world.devices[event.device % scene.world.devices.length];
  return device && happenTo(device, event, scene);
}

async function happenInAir(air: Air, { type, at }: Extract<Event, { readonly at: number }>): Promise<void> {
  switch (type) {
    case 'deliver':
      return void (await air.deliver(at));
    case 'lose':
      return air.lose(at);
    case 'give-up':
      return air.giveUp(at);
    case 'duplicate':
      return air.duplicate(at);
    case 'begin':
      return air.begin(at);
  }
}

type OfDevice = Extract<Event, { readonly device: number }>;

async function happenTo(device: ShopDevice, event: OfDevice, scene: Scene): Promise<void> {
  if ('tab' in event) return happenToTab(device, event, scene);
  if ('by' in event) return device.moveClock(event.by);
  if ('isLate' in event) return ring(device, event, scene);
  return act(device, event);
}

async function act(
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
      return clearTray(device, event.type);
  }
}

async function happenToTab(
  device: ShopDevice,
  event: Extract<OfDevice, { readonly tab: number }>,
  { tabs }: Scene,
): Promise<void> {
  const tab = tabs[event.device]?.[event.tab];
  if (event.type === 'go') return tab && go(tab, event);
  tab?.crash();
  return device.reload();
}

async function ring(
  device: ShopDevice,
  { id, isLate }: { readonly id: string; readonly isLate: boolean },
  { world, air }: Scene,
): Promise<void> {
  const rows = [...(await world.server.look('items', id)), ...(await world.server.look('categories', id))];
  const arrive = async (): Promise<void> => {
    const received = await device.storage.receive(rows, {});
    await device.onDisk(received.ok ? received.value : null);
  };
  if (isLate) air.ring(arrive);
  else await arrive();
}

async function clearTray({ storage, onDisk }: ShopDevice, how: 'retry' | 'discard'): Promise<void> {
  const read = await storage.readSync();
  const [entry] = read.ok ? read.value.tray : [];
  if (entry) await storage.clearTray(entry.id, how);
  await onDisk(null);
}

/** A pass goes on as far as it may: so many calls of the disk, so many messages. */
async function go(tab: Tab, { calls, messages }: { readonly calls: number; readonly messages: number }): Promise<void> {
  await tab.start();
  let [callsLeft, messagesLeft] = [calls, messages];
  for (;;) {
    if (callsLeft > 0 && (await tab.proceed())) callsLeft -= 1;
    else if (messagesLeft > 0 && (await tab.hear())) messagesLeft -= 1;
    else return;
  }
}

/** As far as any pass can go; one that goes on and on is stopped there. */
const FAR = { calls: 1000, messages: 1000 };

/** @param fresh a tab of each device that has not run yet */
async function comeToRest({ air, tabs }: Scene, fresh: readonly Tab[]): Promise<void> {
  await arriveAll(air, tabs.flat());
  for (const tab of [...fresh, ...fresh]) {
    await go(tab, FAR);
    if (tab.isRunning()) throw new Error('A pass does not come to its end');
  }
}

/** Everything arrives, and every pass that is under way comes to its end. */
async function arriveAll(air: Air, tabs: readonly Tab[]): Promise<void> {
  for (let rounds = 0; rounds < FAR.messages; rounds += 1) {
    const hasArrived = await air.deliver(0);
    for (const tab of tabs) await tab.whenStill();
    let hasGone = false;
    for (const tab of tabs) hasGone = (await tab.proceed()) || hasGone;
    if (!hasArrived && !hasGone) return;
  }
  throw new Error('The passes do not come to their end');
}
