/** Joins a topic (phx_join), and subscribes a channel to the changes that its client asked for. */
import { fail, ok, type Result } from '#server/result.ts';
import {
  createChannelPresence,
  reply,
  sendFrame,
  toName,
  TOPIC_PREFIX,
  type Channel,
  type Connection,
  sendSystem,
} from './connection.ts';
import { closeChannel, openChannel, type Hub } from './hub.ts';
import { explainToken, identify, type Identity } from './identity.ts';
import { DATABASE_AWAY } from './presence/authorize.ts';
import type { Frame } from './protocol/frame.ts';
import {
  countSubscriptions,
  readJoinRequest,
  type JoinRequest,
  type SubscriptionParams,
} from './protocol/join-request.ts';
import { bindSubscription, type Binding } from './subscriptions/binding.ts';
import type { Table } from './subscriptions/tables.ts';

/**
 * Joins a client to a topic, or replies with `{reason: 'Code: message'}` as the hosted service does (RealtimeChannel.join).
 * The reply repeats the parameters of each subscription in order, each with its id. Subscriptions are active before the
 * socket sends the reply, so the client misses no change that is committed after it.
 */
export async function join(hub: Hub, connection: Connection, frame: Frame): Promise<void> {
  const examined = await examine(hub, connection, frame);
  if (!examined.ok) return replyRefused(connection, frame, examined.failure.reason);
  // The client may have disconnected during the database query.
  if (!hub.connections.has(connection)) return undefined;
  const { request, identity, bound } = examined.value;
  // Other connections of the address may have joined during the query, too.
  if (isAddressFull(hub, connection, { request, topic: frame.topic }))
    return replyRefused(connection, frame, TOO_MANY_SUBSCRIPTIONS);
  const before = connection.channelByTopic.get(frame.topic);
  if (before !== undefined) closeChannel(hub, before);
  const channel = createChannel({ connection, frame, request, identity });
  openChannel(hub, channel);
  reply(connection, frame, { status: 'ok', response: { postgres_changes: echoParams(channel) } });
  setSubscriptions(hub, channel, bound);
  if (request.hasPresence && !request.isPrivate) sendEmptyPresence(channel);
  return undefined;
}

function replyRefused(connection: Connection, frame: Frame, reason: string): void {
  reply(connection, frame, { status: 'error', response: { reason } });
}

type Examined = { readonly request: JoinRequest; readonly identity: Identity; readonly bound: BindResult };

type JoinFailure = { readonly type: 'join-refused'; readonly reason: string };

async function examine(hub: Hub, connection: Connection, frame: Frame): Promise<Result<Examined, JoinFailure>> {
  const excess = findExcess(hub, connection, frame.topic);
  if (excess !== null) return refuse(excess);
  const read = readJoinRequest(frame.payload);
  if (!read.ok) return refuse(read.failure.message);
  const request = read.value;
  const joining = { request, topic: frame.topic };
  if (isConnectionFull(hub, connection, joining) || isAddressFull(hub, connection, joining))
    return refuse(TOO_MANY_SUBSCRIPTIONS);
  const identity = await authorize(hub, connection, joining);
  if (!identity.ok) return identity;
  const bound = await bindSubscriptions(hub, identity.value, request.params);
  const reason = bound.ok ? null : toJoinError(bound.failure, request);
  return reason === null ? ok({ request, identity: identity.value, bound }) : refuse(reason);
}

const TOO_MANY_SUBSCRIPTIONS = 'ChannelRateLimitReached: Too many subscriptions';

type Joining = { readonly request: JoinRequest; readonly topic: string };

/** Identifies the caller, who must be allowed to read the topic of a private channel. */
async function authorize(
  hub: Hub,
  connection: Connection,
  { request, topic }: Joining,
): Promise<Result<Identity, JoinFailure>> {
  const identity = await findIdentity(hub, connection, request);
  if (!identity.ok || !request.isPrivate) return identity;
  const name = toName(topic);
  // Private channels only have presences, so a policy for broadcasts does not help.
  const access = request.hasPresence ? await hub.presences.authorize(identity.value, name) : NO_ACCESS;
  if (access === null) return refuse(`UnableToConnectToProject: ${DATABASE_AWAY}`);
  if (access.canRead) return identity;
  return refuse(`Unauthorized: You do not have permissions to read from this Channel topic: ${name}`);
}

const NO_ACCESS = { canRead: false };

/** Invalid parameters refuse the join only if the client waits for its subscriptions; else a system message reports them. */
function toJoinError({ type, message }: BindFailure, { waits }: JoinRequest): string | null {
  if (type === 'database-away') return `UnableToConnectToProject: ${message}`;
  return waits ? `RealtimeDisabledForConfiguration: ${message}` : null;
}

function refuse(reason: string): Result<never, JoinFailure> {
  return fail({ type: 'join-refused', reason });
}

function findExcess({ limits }: Hub, connection: Connection, topic: string): string | null {
  if (!topic.startsWith(TOPIC_PREFIX)) return 'unmatched topic';
  if (topic === TOPIC_PREFIX) return 'TopicNameRequired: You must provide a topic name';
  const { channelByTopic } = connection;
  const isFull = channelByTopic.size >= limits.channels && !channelByTopic.has(topic);
  return isFull ? 'ChannelRateLimitReached: Too many channels' : null;
}

/**
 * Whether the subscriptions of a connection need too much memory, if all of them are active. Channels keep the parameters as the
 * client wrote them.
 */
function isConnectionFull({ limits }: Hub, { channelByTopic }: Connection, { request, topic }: Joining): boolean {
  const others = [...channelByTopic.values()].filter((channel) => channel.topic !== topic);
  const params = [...others.flatMap((channel) => channel.params), ...request.params];
  return countSubscriptions(params) > limits.subscriptions || JSON.stringify(params).length > limits.subscriptionLength;
}

/** Whether the connections of the address have too many subscriptions together. A topic that is joined again counts once. */
function isAddressFull(hub: Hub, { channelByTopic, addressTiers }: Connection, { request, topic }: Joining): boolean {
  const before = channelByTopic.get(topic)?.params ?? [];
  const added = countSubscriptions(request.params) - countSubscriptions(before);
  return !hub.subscriptionsByAddress.hasRoom(addressTiers, added, hub.limits.subscriptionsPerAddress);
}

async function findIdentity(
  { tokens, clock }: Hub,
  connection: Connection,
  { token }: JoinRequest,
): Promise<Result<Identity, JoinFailure>> {
  const { keyIdentity } = connection;
  if (token === null) {
    return keyIdentity.expiresAt <= clock() ? refuse('InvalidJWTToken: Token has expired') : ok(keyIdentity);
  }
  const identity = await identify(tokens, token);
  if (identity.ok) return ok(reuseIdentity(connection, identity.value));
  const { code, message } = explainToken(identity.failure, token);
  return refuse(`${code}: ${message}`);
}

/** Channels of one session share one identity object, to save memory. */
function reuseIdentity({ channelByTopic }: Connection, identity: Identity): Identity {
  for (const { identity: known } of channelByTopic.values()) {
    if (known.key === identity.key && known.expiresAt === identity.expiresAt) return known;
  }
  return identity;
}

type NewChannel = {
  readonly connection: Connection;
  readonly frame: Frame;
  readonly request: JoinRequest;
  readonly identity: Identity;
};

function createChannel({ connection, frame, request, identity }: NewChannel): Channel {
  const { receivesOwn, acknowledges, params, isPrivate } = request;
  const { topic, joinRef, ref } = frame;
  const presence = isPrivate ? createChannelPresence(presenceKeyOf(topic, request, identity)) : null;
  const options = { receivesOwn, acknowledges, params, presence };
  return { connection, topic, joinRef: joinRef ?? ref, ...options, subscriptions: [], identity };
}

/**
 * The key of a presence, which the client chooses. In the channel of a list, apps take it for the account of a member, so there
 * it is the caller's account: a member must not pretend that another one is present.
 */
function presenceKeyOf(topic: string, { presenceKey }: JoinRequest, { caller }: Identity): string | null {
  const { sub } = caller.claims;
  return topic.startsWith(`${TOPIC_PREFIX}list:`) && typeof sub === 'string' ? sub : presenceKey;
}

function echoParams({ params }: Channel): readonly unknown[] {
  const ids = subscriptionIds(params);
  return params.map((entry, i) => ({ ...entry, id: ids[i] }));
}

/** Public channels have no presences. One that requests them gets an empty state, so that clients stop waiting for it. */
function sendEmptyPresence({ connection, topic, joinRef }: Channel): void {
  sendFrame(connection, { joinRef, ref: null, topic, event: 'presence_state' }, '{}');
}

/**
 * Binds the requested subscriptions to the tables that the caller's role may read: all of them, or none.
 *
 * @returns the bindings, or why the parameters are invalid, or that the database did not respond
 */
export async function bindSubscriptions(
  hub: Hub,
  identity: Identity,
  params: readonly SubscriptionParams[],
): Promise<BindResult> {
  if (params.length === 0) return ok([]);
  try {
    const { role } = identity.caller;
    const bound = bindToTables(params, await hub.tables.load(role));
    // The table may have been added to the publication since the tables were cached.
    return bound.ok ? bound : bindToTables(params, await hub.tables.load(role, RECENT));
  } catch {
    return fail({ type: 'database-away', message: DATABASE_AWAY });
  }
}

const RECENT = 1_000;

function bindToTables(params: readonly SubscriptionParams[], tables: ReadonlyMap<string, Table>): BindResult {
  const ids = subscriptionIds(params);
  const bindings: Binding[] = [];
  for (const [i, entry] of params.entries()) {
    const binding = bindSubscription(entry, ids[i] ?? 0, tables);
    if (!binding.ok) return binding;
    bindings.push(binding.value);
  }
  return ok(bindings);
}

export type BindResult = Result<readonly Binding[], BindFailure>;

type BindFailure = { readonly type: 'invalid-params' | 'database-away'; readonly message: string };

/** Replaces the subscriptions of a channel and notifies its client (supabase/realtime, push_postgres_changes_subscribed). */
export function setSubscriptions(hub: Hub, channel: Channel, bound: BindResult): void {
  for (const subscription of channel.subscriptions) hub.subscriptions.remove(subscription);
  channel.subscriptions = bound.ok ? bound.value.map((binding) => ({ ...binding, channel })) : [];
  for (const subscription of channel.subscriptions) hub.subscriptions.add(subscription);
  if (channel.params.length > 0) notifySubscribed(channel, bound);
}

export function notifySubscribed(channel: Channel, bound: BindResult): void {
  sendSystem(channel, {
    extension: 'postgres_changes',
    status: bound.ok ? 'ok' : 'error',
    message: bound.ok ? 'Subscribed to PostgreSQL' : bound.failure.message,
  });
}

/** The ids of a channel's subscriptions: derived from the parameters, unique within the channel, and never 0. */
export function subscriptionIds(params: readonly SubscriptionParams[]): readonly number[] {
  const ids = new Set<number>();
  for (const { event, schema, table, filter, select } of params) {
    let id = hashText(JSON.stringify([event, schema, table, filter, select]));
    while (id === 0 || ids.has(id)) id += 1;
    ids.add(id);
  }
  return [...ids];
}

/** FNV-1a, cut to 27 bits, the range of Erlang's phash2, which the hosted service uses. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % 2 ** 27;
}
