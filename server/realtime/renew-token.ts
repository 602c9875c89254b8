/** Handles access_token: a client sends a newer token for a channel it has joined. */
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import { isPrivate, toName } from './connection.ts';
import type { Channel, Identity } from './connection.ts';
import { isObject } from './protocol/frame.ts';
import type { Frame } from './protocol/frame.ts';
import { explainRevocation, failChannel, isOpen } from './hub.ts';
import type { Hub } from './hub.ts';
import { explainToken, identify } from './identity.ts';
import { DATABASE_AWAY } from './presence/authorize.ts';
import { readToken } from './protocol/join-request.ts';
import { bindSubscriptions, setSubscriptions, notifySubscribed } from './subscriptions/subscribe.ts';
import type { BindResult } from './subscriptions/subscribe.ts';

/** Replaces the channel's token without a reply. An invalid token closes the channel (RealtimeChannel.handle_in). */
export async function renewToken(hub: Hub, channel: Channel, { payload }: Frame): Promise<void> {
  const token = readToken(isObject(payload) ? payload['access_token'] : null);
  if (token === null) return;
  const renewal = await examine(hub, channel, token);
  if (!isOpen(hub, channel)) return;
  if (renewal.ok) replaceIdentity(hub, channel, renewal.value);
  else failChannel(hub, channel, renewal.failure.message);
}

type Renewal = {
  readonly identity: Identity;
  readonly bound: BindResult;
  /** Whether the caller may have a presence. True for public channels, which have none. */
  readonly canWrite: boolean;
};

type RenewalFailure = { readonly type: 'renewal-refused'; readonly message: string };

async function examine(hub: Hub, channel: Channel, token: string): Promise<Result<Renewal, RenewalFailure>> {
  const identified = await identify(hub.tokens, token);
  if (!identified.ok) return refuse(explainToken(identified.failure, token).message);
  const identity = identified.value;
  const bound = await bindSubscriptions(hub, identity, channel.params);
  if (!bound.ok && bound.failure.type === 'database-away') return refuse(bound.failure.message);
  if (!isPrivate(channel)) return ok({ identity, bound, canWrite: true });
  const access = await hub.presences.authorize(identity, toName(channel.topic));
  if (access === null) return refuse(DATABASE_AWAY);
  return access.canRead ? ok({ identity, bound, canWrite: access.canWrite }) : refuse(explainRevocation(channel));
}

function refuse(message: string): Result<never, RenewalFailure> {
  return fail({ type: 'renewal-refused', message });
}

function replaceIdentity(hub: Hub, channel: Channel, { identity, bound, canWrite }: Renewal): void {
  channel.identity = identity;
  if (isPrivate(channel) && !canWrite) hub.presences.untrack(channel);
  // Keeps the subscriptions, so that changes under way still arrive. Delivery drops those queried for another identity.
  if (bound.ok && channel.subscriptions.length > 0) notifySubscribed(channel, bound);
  else setSubscriptions(hub, channel, bound);
}
