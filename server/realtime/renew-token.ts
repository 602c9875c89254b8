/** Handles access_token: a client sends a newer token for a channel it has joined. */
import type { Channel, Identity } from './connection.ts';
import { isObject } from './protocol/frame.ts';
import type { Frame } from './protocol/frame.ts';
import { failChannel } from './hub.ts';
import type { Hub } from './hub.ts';
import { explainToken, identify } from './identity.ts';
import { readToken } from './protocol/join-request.ts';
import { bindSubscriptions, setSubscriptions, notifySubscribed } from './subscriptions/subscribe.ts';
import type { BindResult } from './subscriptions/subscribe.ts';

/** Replaces the channel's token without a reply. An invalid token closes the channel (RealtimeChannel.handle_in). */
export async function renewToken(hub: Hub, channel: Channel, { payload }: Frame): Promise<void> {
  const token = readToken(isObject(payload) ? payload['access_token'] : null);
  if (token === null) return;
  const identity = await identify(hub.tokens, token);
  const bound = identity.ok ? await bindSubscriptions(hub, identity.value, channel.params) : null;
  if (!isOpen(hub, channel)) return;
  if (!identity.ok) failChannel(hub, channel, explainToken(identity.failure, token).message);
  else if (bound !== null) replaceIdentity(hub, channel, { identity: identity.value, bound });
}

type Renewal = { readonly identity: Identity; readonly bound: BindResult };

function replaceIdentity(hub: Hub, channel: Channel, { identity, bound }: Renewal): void {
  if (!bound.ok && bound.failure.type === 'database-away') return failChannel(hub, channel, bound.failure.message);
  channel.identity = identity;
  // Keeps the subscriptions, so that changes under way still arrive. Delivery drops those queried for another identity.
  if (bound.ok && channel.subscriptions.length > 0) return notifySubscribed(channel, bound);
  return setSubscriptions(hub, channel, bound);
}

function isOpen(hub: Hub, channel: Channel): boolean {
  const { connection, topic } = channel;
  return hub.connections.has(connection) && connection.channelByTopic.get(topic) === channel;
}
