/** access_token: a client shows a newer token for a channel it has joined. */
import type { Channel, Identity } from './connection.ts';
import { isObject } from './protocol/frame.ts';
import type { Frame } from './protocol/frame.ts';
import { shutChannel } from './hub.ts';
import type { Hub } from './hub.ts';
import { explainToken, identify } from './identity.ts';
import { readToken } from './protocol/join-request.ts';
import { bindWishes, setSubscriptions, tellSubscribed } from './subscriptions/subscribe.ts';
import type { BindResult } from './subscriptions/subscribe.ts';

/** Takes the token over without an answer; one that is not accepted ends the channel (RealtimeChannel.handle_in). */
export async function renewToken(hub: Hub, channel: Channel, { payload }: Frame): Promise<void> {
  const token = readToken(isObject(payload) ? payload['access_token'] : null);
  if (token === null) return;
  const identity = await identify(hub.tokens, token);
  const bound = identity.ok ? await bindWishes(hub, identity.value, channel.wishes) : null;
  if (!isOpen(hub, channel)) return;
  if (!identity.ok) shutChannel(hub, channel, explainToken(identity.failure, token).message);
  else if (bound !== null) takeOver(hub, channel, { identity: identity.value, bound });
}

type Renewal = { readonly identity: Identity; readonly bound: BindResult };

function takeOver(hub: Hub, channel: Channel, { identity, bound }: Renewal): void {
  if (!bound.ok && bound.failure.type === 'database-away') return shutChannel(hub, channel, bound.failure.message);
  channel.identity = identity;
  // What is on its way to the same account still arrives; delivery withholds what was asked for another.
  if (bound.ok && channel.subscriptions.length > 0) return tellSubscribed(channel, bound);
  return setSubscriptions(hub, channel, bound);
}

function isOpen(hub: Hub, channel: Channel): boolean {
  const { connection, topic } = channel;
  return hub.connections.has(connection) && connection.channelByTopic.get(topic) === channel;
}
