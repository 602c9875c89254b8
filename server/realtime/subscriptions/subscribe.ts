/** Gives a channel its subscriptions, and says how that went. */
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import { bindWish } from './binding.ts';
import type { Binding, Wish } from './binding.ts';
import { sendSystem } from '#server/realtime/connection.ts';
import type { Channel, Identity } from '#server/realtime/connection.ts';
import type { Hub } from '#server/realtime/hub.ts';
import type { Table } from './tables.ts';

/**
 * Checks wishes against what the identity's role may hear of; all of them, or none.
 * Gives the bindings, why they are refused, or that the database did not answer.
 */
export async function bindWishes(hub: Hub, identity: Identity, wishes: readonly Wish[]): Promise<BindResult> {
  if (wishes.length === 0) return ok([]);
  try {
    const { role } = identity.caller;
    const bound = bindToTables(wishes, await hub.tables.load(role));
    // The table may have been published a moment ago.
    return bound.ok ? bound : bindToTables(wishes, await hub.tables.load(role, RECENT));
  } catch {
    return refuse('database-away', 'Realtime was unable to connect to the project database');
  }
}

const RECENT = 1_000;

function bindToTables(wishes: readonly Wish[], tables: ReadonlyMap<string, Table>): BindResult {
  const ids = wishIds(wishes);
  const bindings: Binding[] = [];
  for (const [i, wish] of wishes.entries()) {
    const binding = bindWish(wish, ids[i] ?? 0, tables);
    if (!binding.ok) return binding;
    bindings.push(binding.value);
  }
  return ok(bindings);
}

export type BindResult = Result<readonly Binding[], BindFailure>;

export type BindFailure = { readonly type: 'wish-refused' | 'database-away'; readonly message: string };

/** Replaces what a channel hears, and tells its client (realtime, push_postgres_changes_subscribed). */
export function setSubscriptions(hub: Hub, channel: Channel, bound: BindResult): void {
  for (const subscription of channel.subscriptions) hub.subscriptions.remove(subscription);
  channel.subscriptions = bound.ok ? bound.value.map((binding) => ({ ...binding, channel })) : [];
  for (const subscription of channel.subscriptions) hub.subscriptions.add(subscription);
  if (channel.wishes.length > 0) tellSubscribed(channel, bound);
}

export function tellSubscribed(channel: Channel, bound: BindResult): void {
  sendSystem(channel, {
    extension: 'postgres_changes',
    status: bound.ok ? 'ok' : 'error',
    message: bound.ok ? 'Subscribed to PostgreSQL' : bound.failure.message,
  });
}

/** The numbers by which a client knows its wishes: the same for the same wish everywhere, none twice in a channel, none 0. */
export function wishIds(wishes: readonly Wish[]): readonly number[] {
  const ids = new Set<number>();
  for (const wish of wishes) {
    let id = hashText(JSON.stringify([wish.event, wish.schema, wish.table, wish.filter, wish.select]));
    while (id === 0 || ids.has(id)) id += 1;
    ids.add(id);
  }
  return [...ids];
}

/** FNV-1a, cut to the 27 bits that Erlang's phash2 has on the hosted service. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % 2 ** 27;
}

function refuse(type: BindFailure['type'], message: string): BindResult {
  return fail({ type, message });
}
