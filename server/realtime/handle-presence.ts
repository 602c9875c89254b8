/** Handles the presence messages of a client: track and untrack (supabase/realtime, PresenceHandler). */
import { DATABASE_AWAY, type TopicAccess } from '#server/realtime/presence/authorize.ts';
import { isObject, type Frame } from '#server/realtime/protocol/frame.ts';
import type { Presence } from '#server/realtime/protocol/presence.ts';
import { isPrivate, reply, toName, type Channel, type PrivateChannel, type Reply } from './connection.ts';
import { explainRevocation, failChannel, isOpen, type Hub } from './hub.ts';

/** The hosted service's limit for each channel. */
const RATE = { messages: 5, period: 30_000 };

/** Public channels have no presence: their messages get a reply and have no effect. */
export async function handlePresence(hub: Hub, channel: Channel, frame: Frame): Promise<void> {
  if (!isPrivate(channel)) return reply(channel.connection, frame, OK);
  if (!isWithinRate(channel, hub.clock())) return failChannel(hub, channel, 'Client presence rate limit exceeded');
  const { event, payload = {} } = isObject(frame.payload) ? frame.payload : {};
  if (event === 'untrack') {
    hub.presences.untrack(channel);
    return reply(channel.connection, frame, OK);
  }
  return event === 'track'
    ? track(hub, channel, { frame, meta: payload })
    : reply(channel.connection, frame, { status: 'error', response: {} });
}

const OK: Reply = { status: 'ok', response: {} };

function isWithinRate({ presence }: PrivateChannel, now: number): boolean {
  const { start, messages } = presence.rate;
  presence.rate = now - start >= RATE.period ? { start: now, messages: 1 } : { start, messages: messages + 1 };
  return presence.rate.messages <= RATE.messages;
}

type Tracking = { readonly frame: Frame; readonly meta: unknown };

async function track(hub: Hub, channel: PrivateChannel, { frame, meta }: Tracking): Promise<void> {
  const refuse = (reason: string): void => reply(channel.connection, frame, { status: 'error', response: { reason } });
  if (!isObject(meta)) return refuse('Presence track payload must be a map');
  const isTooLong = Buffer.byteLength(JSON.stringify(meta)) > hub.limits.presenceBytes;
  if (isTooLong) return failChannel(hub, channel, 'Track message size exceeded');
  const access = await hub.presences.authorize(channel.identity, toName(channel.topic));
  if (!isOpen(hub, channel)) return undefined;
  if (access?.canRead === false) return failChannel(hub, channel, explainRevocation(channel));
  const reason = access === null ? DATABASE_AWAY : trackIfAllowed(hub, channel, { meta, access });
  return reason === null ? reply(channel.connection, frame, OK) : refuse(reason);
}

type Tracked = { readonly meta: Presence['meta']; readonly access: TopicAccess };

/** Returns why it was refused, or null. */
function trackIfAllowed({ presences }: Hub, channel: PrivateChannel, { meta, access }: Tracked): string | null {
  if (!access.canWrite) return 'You do not have permissions to write to this Channel topic';
  return presences.track(channel, meta) ? null : 'Too many presences';
}
