/** Finds the subscriptions that may receive a change. Subscriptions with the same identity share one visibility query. */
import type { RowChange } from '#server/database/database.ts';
import type { Identity, Subscription } from '#server/realtime/connection.ts';
import type { Hub } from '#server/realtime/hub.ts';
import { isMet } from '#server/realtime/subscriptions/condition.ts';
import { recordOf } from '#server/realtime/subscriptions/subscriptions.ts';
import { tableKey } from '#server/realtime/subscriptions/tables.ts';
import type { Table } from '#server/realtime/subscriptions/tables.ts';
import { findVisible } from './visibility.ts';

/** The subscriptions of one identity that may receive a change. */
export type Recipients = {
  readonly change: RowChange;
  readonly identity: Identity;
  readonly table: Table;
  readonly subscriptions: readonly Subscription[];
};

/** Groups the subscriptions for a change by identity. Rejects if the database is unavailable. */
export async function findRecipients(hub: Hub, change: RowChange): Promise<readonly Recipients[]> {
  const byIdentity = Map.groupBy(hub.subscriptions.find(change), ({ channel }) => channel.identity.key);
  const groups: Recipients[] = [];
  for (const subscriptions of byIdentity.values()) {
    const [first] = subscriptions;
    if (first === undefined) continue;
    const { identity } = first.channel;
    const table = (await hub.tables.load(identity.caller.role)).get(tableKey(change.schema, change.table));
    if (table !== undefined) groups.push({ change, identity, table, subscriptions });
  }
  return groups;
}

/** Combines the groups that one query can answer: those with the same identity and table. */
export function groupByQuery(groups: readonly Recipients[]): readonly (readonly Recipients[])[] {
  const keyOf = ({ identity, table }: Recipients): string => tableKey(identity.key, tableKey(table.schema, table.name));
  return [...Map.groupBy(groups, keyOf).values()];
}

/**
 * Returns the subscriptions that receive their changes. All groups have the same identity and table.
 * A deleted row cannot be checked: as on the hosted service, its subscribers are selected by filter and see only the key.
 */
export async function selectVisible(hub: Hub, groups: readonly Recipients[]): Promise<readonly VisibleChange[]> {
  const [first] = groups;
  if (first === undefined) return [];
  const deleted = groups.filter(({ change, table }) => change.type === 'DELETE' && isKeyReadable(table));
  const present = groups.filter(({ change }) => change.type !== 'DELETE');
  const visible = await selectVisibleGroups(hub, first, present);
  const candidates = [
    ...deleted.flatMap((group) =>
      pair(
        group,
        group.subscriptions.filter((s) => filtersIdentityOnly(s, group.table)),
      ),
    ),
    ...present.filter((group) => visible.has(group)).flatMap((group) => pair(group, group.subscriptions)),
  ];
  return candidates.filter(({ group, subscription }) =>
    subscription.conditions.every((condition) => isMet(condition, recordOf(group.change))),
  );
}

/** The groups whose changed row is visible to them now. */
async function selectVisibleGroups(
  hub: Hub,
  { identity, table }: Recipients,
  groups: readonly Recipients[],
): Promise<ReadonlySet<Recipients>> {
  if (groups.length === 0) return new Set();
  const rows = groups.map(({ change }) => recordOf(change));
  const visible = await findVisible(hub.database, { identity, table, rows });
  return new Set(groups.filter((_, position) => visible.has(position)));
}

export type VisibleChange = { readonly group: Recipients; readonly subscription: Subscription };

function pair(group: Recipients, subscriptions: readonly Subscription[]): readonly VisibleChange[] {
  return subscriptions.map((subscription) => ({ group, subscription }));
}

function isKeyReadable({ columns, isSecured }: Table): boolean {
  const key = columns.filter(({ isKey }) => isKey);
  return key.length === 0 ? !isSecured : key.every(({ isReadable }) => isReadable);
}

/** Whether the filter uses only columns of the replica identity, the ones a deleted row has. */
function filtersIdentityOnly({ conditions }: Subscription, { columns }: Table): boolean {
  return conditions.every(({ column }) => columns.some(({ name, isIdentity }) => name === column && isIdentity));
}
