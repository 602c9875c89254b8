/** Gives a channel its subscriptions, and says how that went. */
import type { Database } from '#server/database/database.ts';
import { readErrorCode } from '#server/error-code.ts';
import type { Result } from '#server/result.ts';
import { bindWish } from './binding.ts';
import type { Binding, Wish } from './binding.ts';
import { isPattern } from './condition.ts';
import type { Condition } from './condition.ts';
import { sendSystem } from './connection.ts';
import type { Channel, Identity } from './connection.ts';
import type { Hub } from './hub.ts';
import type { Table } from './tables.ts';

/**
 * Checks wishes against what the identity's role may hear of; all of them, or none.
 * Gives the bindings, why they are refused, or that the database did not answer.
 */
export async function bindWishes(hub: Hub, identity: Identity, wishes: readonly Wish[]): Promise<BindResult> {
  if (wishes.length === 0) return { ok: true, value: [] };
  try {
    const { role } = identity.caller;
    const bound = await bindToTables(hub, wishes, await hub.tables.load(role));
    // The table may have been published a moment ago.
    return bound.ok ? bound : await bindToTables(hub, wishes, await hub.tables.load(role, RECENT));
  } catch {
    return fail('database-away', 'Realtime was unable to connect to the project database');
  }
}

const RECENT = 1_000;

async function bindToTables(
  hub: Hub,
  wishes: readonly Wish[],
  tables: ReadonlyMap<string, Table>,
): Promise<BindResult> {
  const ids = wishIds(wishes);
  const bindings: Binding[] = [];
  for (const [i, wish] of wishes.entries()) {
    const binding = bindWish(wish, ids[i] ?? 0, tables);
    if (!binding.ok) return binding;
    bindings.push(binding.value);
  }
  const areValid = await arePatternsValid(
    hub,
    bindings.flatMap(({ conditions }) => conditions),
  );
  return areValid ? { ok: true, value: bindings } : fail('wish-refused', 'invalid regular expression');
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

/** Postgres alone knows its regular expressions; one that it refuses must not spoil the questions of others later. */
async function arePatternsValid({ database, patternQueue }: Hub, conditions: readonly Condition[]): Promise<boolean> {
  const patterns = conditions.filter(isPattern).map(({ values }) => String(values[0]));
  if (patterns.length === 0) return true;
  if (patterns.some((pattern) => pattern.length > LONGEST_PATTERN)) return false;
  try {
    await patternQueue(() => compile(database, patterns));
    return true;
  } catch (error) {
    if (INVALID_PATTERN.test(readErrorCode(error))) return false;
    throw error;
  }
}

async function compile({ sql }: Database, patterns: readonly string[]): Promise<void> {
  await sql.begin('read only', async (tx) => {
    const limit = tx.unsafe(`set local statement_timeout = ${TIMEOUT}`).execute();
    await tx`select '' ~ pattern from unnest(${patterns}::text[]) pattern`;
    await limit;
  });
}

const TIMEOUT = 500;
const LONGEST_PATTERN = 200;
/** No expression; one that takes too long to read; or one that wants more memory than there is for it. */
const INVALID_PATTERN = /^(?:2201B|57014|XX000|5[34])/;

function fail(type: BindFailure['type'], message: string): BindResult {
  return { ok: false, failure: { type, message } };
}
