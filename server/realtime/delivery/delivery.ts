/** Brings committed changes to those who may see them, in order, in rounds that take whatever has piled up. */
import type { RowChange } from '#server/database/database.ts';
import { reportBug } from '#server/report-bug.ts';
import { writeChange } from './change-message.ts';
import { send } from '#server/realtime/connection.ts';
import type { Channel, Connection, Identity } from '#server/realtime/connection.ts';
import { encodeFrame } from '#server/realtime/protocol/frame.ts';
import { dropConnection } from '#server/realtime/hub.ts';
import type { Hub } from '#server/realtime/hub.ts';
import { admit, gatherParties, groupByQuestion } from './recipients.ts';
import type { Admitted, Party } from './recipients.ts';

export type Delivery = {
  readonly take: (changes: readonly RowChange[]) => void;
};

/**
 * One round at a time: what is committed during a round is asked for together in the next, so that a database that is
 * slow is asked less often, not more. A client to whom a change may be lost is disconnected: it comes again and fetches.
 */
export function createDelivery(hub: Hub): Delivery {
  let waiting: RowChange[] = [];
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      const round = waiting.slice(0, MOST_AT_ONCE);
      waiting = waiting.slice(MOST_AT_ONCE);
      await deliver(hub, round).catch((error: unknown) => {
        reportBug(error);
        disconnectAll(hub.connections);
      });
    }
    isRunning = false;
  };
  return {
    take(changes) {
      if (hub.connections.size === 0) return;
      for (const change of changes) waiting.push(change);
      if (waiting.length > hub.limits.waitingChanges) waiting = relieve(hub, waiting);
      if (!isRunning) void run();
    },
  };
}

const MOST_AT_ONCE = 500;

/**
 * Sends away those who wait for most of what has piled up, until at most half of it is left: one account that writes
 * without end, or one listener to everything, costs the others nothing. Gives the changes that somebody still waits for.
 */
function relieve(hub: Hub, waiting: readonly RowChange[]): RowChange[] {
  // Some of them tell whose they are; looking at all would hold up everything else.
  const step = Math.ceil(waiting.length / SAMPLE);
  const sample = waiting.filter((_, place) => place % step === 0);
  const countByConnection = new Map<Connection, number>();
  for (const change of sample) {
    for (const connection of new Set(hub.subscriptions.find(change).map(({ channel }) => channel.connection))) {
      countByConnection.set(connection, (countByConnection.get(connection) ?? 0) + 1);
    }
  }
  let kept = 0;
  for (const [connection, count] of [...countByConnection].toSorted(([, a], [, b]) => a - b)) {
    kept += count;
    if (kept <= sample.length / 2) continue;
    disconnectAll([connection]);
    dropConnection(hub, connection);
  }
  return waiting.filter((change) => hub.subscriptions.find(change).length > 0);
}

const SAMPLE = 500;

async function deliver(hub: Hub, changes: readonly RowChange[]): Promise<void> {
  const parties: Party[] = [];
  for (const change of changes) {
    try {
      parties.push(...(await gatherParties(hub, change)));
    } catch {
      disconnectAll(hub.subscriptions.find(change).map(({ channel }) => channel.connection));
    }
  }
  const heardByChange = Map.groupBy(await admitEach(hub, parties), ({ party }) => party.change);
  for (const change of changes) tell(hub, change, heardByChange.get(change) ?? []);
}

/** Asks a few questions at a time: requests of others need the database, too. */
async function admitEach(hub: Hub, parties: readonly Party[]): Promise<readonly Admitted[]> {
  const questions = [...groupByQuestion(parties)];
  const heard: Admitted[] = [];
  const work = async (): Promise<void> => {
    for (let question = questions.pop(); question !== undefined; question = questions.pop()) {
      try {
        for (const one of await admit(hub, question)) heard.push(one);
      } catch {
        const subscriptions = question.flatMap((party) => party.subscriptions);
        disconnectAll(subscriptions.map(({ channel }) => channel.connection));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return heard;
}

const AT_A_TIME = 3;

/** One message for each channel, with the numbers of all its subscriptions that see the same of the change. */
function tell(hub: Hub, change: RowChange, heard: readonly Admitted[]): void {
  const idsByChannelByData = new Map<string, Map<Channel, number[]>>();
  const write = createWriter(change);
  for (const { party, subscription } of heard) {
    const { channel } = subscription;
    // It may have left, or become another, while the database was asked.
    if (!hub.subscriptions.has(subscription) || !isStill(channel, party.identity, hub.clock())) continue;
    const data = write(party, subscription.select);
    const idsByChannel = idsByChannelByData.get(data) ?? new Map<Channel, number[]>();
    idsByChannelByData.set(data, idsByChannel);
    const ids = idsByChannel.get(channel) ?? [];
    idsByChannel.set(channel, ids);
    ids.push(subscription.id);
  }
  for (const [data, idsByChannel] of idsByChannelByData) {
    hub.tally.deliveries += idsByChannel.size;
    sendToChannels(data, idsByChannel);
  }
}

function isStill({ identity }: Channel, asked: Identity, now: number): boolean {
  return identity.key === asked.key && identity.expiresAt > now;
}

/** Writes each view of the change once: a table stands for a role, since each role has its own. */
function createWriter(change: RowChange): (party: Party, select: readonly string[] | null) => string {
  const written = new Map<Party['table'], Map<string, string>>();
  return ({ table }, select) => {
    const bySelect = written.get(table) ?? new Map<string, string>();
    written.set(table, bySelect);
    const key = JSON.stringify(select);
    const data = bySelect.get(key) ?? writeChange(change, table, select);
    bySelect.set(key, data);
    return data;
  };
}

/** Devices of one account listen alike and stand beside each other: what one gets is written for all that follow it. */
function sendToChannels(data: string, idsByChannel: ReadonlyMap<Channel, readonly number[]>): void {
  let last: Written | null = null;
  for (const [{ connection, topic }, ids] of idsByChannel) {
    const { version } = connection;
    if (last === null || last.version !== version || last.topic !== topic || !isSame(last.ids, ids)) {
      const payload = `{"ids":[${ids.join()}],"data":${data}}`;
      const frame = encodeFrame(version, { joinRef: null, ref: null, topic, event: 'postgres_changes' }, payload);
      last = { version, topic, ids, frame: Buffer.from(frame) };
    }
    send(connection, last.frame);
  }
}

type Written = Pick<Connection, 'version'> &
  Pick<Channel, 'topic'> & { readonly ids: readonly number[]; readonly frame: Buffer };

const isSame = (ids: readonly number[], others: readonly number[]): boolean =>
  ids.length === others.length && ids.every((id, place) => id === others[place]);

/** Sends clients away for a moment: they connect, join and fetch again. */
export function disconnectAll(connections: Iterable<Connection>): void {
  for (const { socket } of connections) socket.close(1013, 'come again');
}
