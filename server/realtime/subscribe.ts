/** Validates and replaces the subscriptions of a channel. */
import { DATABASE_AWAY } from '#server/realtime/presence/authorize.ts';
import { bindSubscription, type Binding } from '#server/realtime/subscriptions/binding.ts';
import type { SubscriptionParams } from '#server/realtime/protocol/join-request.ts';
import type { Table } from '#server/realtime/subscriptions/tables.ts';
import { fail, ok, type Result } from '#server/result.ts';
import { sendSystem, type Channel } from './connection.ts';
import type { Identity } from './identity.ts';
import type { Hub } from './hub.ts';

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
    return refuse('database-away', DATABASE_AWAY);
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

export type BindFailure = { readonly type: 'invalid-params' | 'database-away'; readonly message: string };

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

function refuse(type: BindFailure['type'], message: string): BindResult {
  return fail({ type, message });
}
