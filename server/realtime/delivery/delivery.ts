/** Delivers committed changes, in order and in batches, to the subscribers that may see them. */
import { setImmediate } from 'node:timers/promises';
import type { RowChange } from '#server/database/database.ts';
import { reportBug } from '#server/log/log.ts';
import { send, type Channel, type Connection, type Subscription } from '#server/realtime/connection.ts';
import { dropConnection, type Hub } from '#server/realtime/hub.ts';
import { encodeFrame } from '#server/realtime/protocol/frame.ts';
import type { Column, Table } from '#server/realtime/subscriptions/tables.ts';
import { findRecipients, groupByQuery, selectVisible, type Candidates, type Recipients } from './recipients.ts';

export type Delivery = {
  readonly enqueue: (changes: readonly RowChange[]) => void;
};

/**
 * Runs one batch at a time. Changes committed during a batch are queried together in the next one, so a slow database gets
 * fewer queries, not more. Clients that may have missed a change are disconnected, so that they resync.
 */
export function createDelivery(hub: Hub): Delivery {
  let waiting: RowChange[] = [];
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = takeBatch(hub, waiting);
      waiting = waiting.slice(batch.length);
      await deliver(hub, batch).catch((error: unknown) => {
        reportBug(error);
        disconnectAll(hub.connections);
      });
      // A batch without a query, such as one of deletions, must not keep requests waiting until the queue is empty.
      await setImmediate();
    }
    isRunning = false;
  };
  return {
    enqueue(changes) {
      if (hub.connections.size === 0) return;
      for (const change of changes) waiting.push(change);
      if (waiting.length > hub.limits.waitingChanges) waiting = shedLoad(hub, waiting);
      if (!isRunning) void run();
    },
  };
}

const BATCH_SIZE = 500;

/**
 * The first changes of the queue, with their candidates. There are fewer if many subscriptions are candidates for each, so that a
 * batch needs little memory and blocks the process only for a short time.
 */
function takeBatch(hub: Hub, waiting: readonly RowChange[]): readonly Candidates[] {
  const batch: Candidates[] = [];
  let weight = 0;
  for (const change of waiting) {
    if (batch.length >= BATCH_SIZE) break;
    const subscriptions = hub.subscriptions.find(change);
    weight += subscriptions.length;
    if (batch.length > 0 && weight > hub.limits.batchWeight) break;
    batch.push({ change, subscriptions });
  }
  return batch;
}

/**
 * Disconnects the clients with the most queued changes until at most half of the queue is left, so that an account that
 * writes without pause, or a subscriber to everything, does not delay the others.
 *
 * @returns the changes that still have subscribers
 */
function shedLoad(hub: Hub, waiting: readonly RowChange[]): RowChange[] {
  // A sample is enough to find these clients; a full scan would block the event loop.
  const step = Math.ceil(waiting.length / SAMPLE_SIZE);
  const sample = waiting.filter((_, position) => position % step === 0);
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

const SAMPLE_SIZE = 500;

async function deliver(hub: Hub, batch: readonly Candidates[]): Promise<void> {
  const groups: Recipients[] = [];
  for (const candidates of batch) {
    try {
      for (const group of await findRecipients(hub, candidates)) groups.push(group);
    } catch {
      disconnectAll(candidates.subscriptions.map(({ channel }) => channel.connection));
    }
  }
  const visibleByChange = Map.groupBy(await selectAllVisible(hub, groups), ({ change }) => change);
  for (const { change } of batch) sendChange(hub, change, visibleByChange.get(change) ?? []);
}

/** Runs a few queries at a time, because requests need the database, too. */
async function selectAllVisible(hub: Hub, groups: readonly Recipients[]): Promise<readonly Recipients[]> {
  const queries = [...groupByQuery(groups)];
  const visible: Recipients[] = [];
  const work = async (): Promise<void> => {
    for (let query = queries.pop(); query !== undefined; query = queries.pop()) {
      try {
        for (const one of await selectVisible(hub, query)) visible.push(one);
      } catch {
        const subscriptions = query.flatMap((group) => group.subscriptions);
        disconnectAll(subscriptions.map(({ channel }) => channel.connection));
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_QUERIES }, work));
  return visible;
}

const CONCURRENT_QUERIES = 3;

/** Sends one message to each channel, with the ids of all its subscriptions that see the same columns. */
function sendChange(hub: Hub, change: RowChange, visible: readonly Recipients[]): void {
  const idsByChannelByData = new Map<string, Map<Channel, number[]>>();
  const write = createWriter(change);
  for (const group of visible) {
    for (const { id, channel, select } of listActive(hub, group)) {
      const data = write(group, select);
      const idsByChannel = idsByChannelByData.get(data) ?? new Map<Channel, number[]>();
      idsByChannelByData.set(data, idsByChannel);
      const ids = idsByChannel.get(channel) ?? [];
      idsByChannel.set(channel, ids);
      ids.push(id);
    }
  }
  for (const [data, idsByChannel] of idsByChannelByData) {
    hub.tally.deliveries += idsByChannel.size;
    sendToChannels(data, idsByChannel);
  }
}

/** Leaves out channels that were closed, or renewed for another identity, during the query. */
function listActive(hub: Hub, { subscriptions, identity }: Recipients): readonly Subscription[] {
  const now = hub.clock();
  return subscriptions.filter((subscription) => {
    const { key, expiresAt } = subscription.channel.identity;
    return hub.subscriptions.has(subscription) && key === identity.key && expiresAt > now;
  });
}

/** Serializes the change once for each role and selection. Each role has its own `Table` object. */
function createWriter(change: RowChange): (group: Recipients, select: readonly string[] | null) => string {
  const written = new Map<Recipients['table'], Map<string, string>>();
  return ({ table }, select) => {
    const bySelect = written.get(table) ?? new Map<string, string>();
    written.set(table, bySelect);
    const key = JSON.stringify(select);
    const data = bySelect.get(key) ?? writeChange(change, table, select);
    bySelect.set(key, data);
    return data;
  };
}

/** Sends a change. Consecutive channels with equal topic and ids, as devices of one account have, share one frame. */
function sendToChannels(data: string, idsByChannel: ReadonlyMap<Channel, readonly number[]>): void {
  let last: EncodedChange | null = null;
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

type EncodedChange = Pick<Connection, 'version'> &
  Pick<Channel, 'topic'> & { readonly ids: readonly number[]; readonly frame: Buffer };

const isSame = (ids: readonly number[], others: readonly number[]): boolean =>
  ids.length === others.length && ids.every((id, position) => id === others[position]);

/** Closes connections with 1013 (try again later). Clients reconnect, rejoin and resync. */
export function disconnectAll(connections: Iterable<Connection>): void {
  for (const { socket } of connections) socket.close(1013, 'try again later');
}

/**
 * Writes a change as JSON, with the selected columns that the role may read. The old row includes only the replica
 * identity, and only the key if row level security is enabled, because policies are not checked for old rows.
 */
function writeChange(change: RowChange, table: Table, select: readonly string[] | null): string {
  const readable = table.columns.filter(({ isReadable }) => isReadable);
  const shown = select === null ? readable : readable.filter(({ name, isKey }) => isKey || select.includes(name));
  const old = shown.filter(({ isKey, isIdentity }) => (table.isSecured ? isKey && isIdentity : isIdentity));
  return JSON.stringify({
    schema: change.schema,
    table: change.table,
    type: change.type,
    commit_timestamp: change.commit_timestamp,
    columns: shown.map(({ name, type }) => ({ name, type })),
    ...(change.type !== 'DELETE' && { record: pick(change.record, shown) }),
    ...(change.type !== 'INSERT' && { old_record: pick(change.old_record, old) }),
    errors: change.errors ?? null,
  });
}

function pick(
  row: Readonly<Record<string, unknown>> = {},
  columns: readonly Column[],
): Readonly<Record<string, unknown>> {
  const names = columns.map(({ name }) => name).filter((name) => Object.hasOwn(row, name));
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}
