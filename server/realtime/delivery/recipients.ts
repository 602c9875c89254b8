/** Who may hear of which changes: subscriptions gathered by what row level security can tell apart, and asked for once. */
import type { RowChange } from '#server/database/database.ts';
import type { Identity, Subscription } from '#server/realtime/connection.ts';
import type { Hub } from '#server/realtime/hub.ts';
import { isFulfilled } from '#server/realtime/subscriptions/condition.ts';
import { recordOf } from '#server/realtime/subscriptions/subscriptions.ts';
import { tableKey } from '#server/realtime/subscriptions/tables.ts';
import type { Table } from '#server/realtime/subscriptions/tables.ts';
import { findVisible } from './visibility.ts';

/** The subscriptions of one identity that a change may be for. */
export type Party = {
  readonly change: RowChange;
  readonly identity: Identity;
  readonly table: Table;
  readonly subscriptions: readonly Subscription[];
};

/** Gathers the parties of a change. Rejects where the database is away. */
export async function gatherParties(hub: Hub, change: RowChange): Promise<readonly Party[]> {
  const byIdentity = Map.groupBy(hub.subscriptions.find(change), ({ channel }) => channel.identity.key);
  const parties: Party[] = [];
  for (const subscriptions of byIdentity.values()) {
    const [first] = subscriptions;
    if (first === undefined) continue;
    const { identity } = first.channel;
    const table = (await hub.tables.load(identity.caller.role)).get(tableKey(change.schema, change.table));
    if (table !== undefined) parties.push({ change, identity, table, subscriptions });
  }
  return parties;
}

/** Parties that one question to the database answers: the same identity and the same table. */
export function groupByQuestion(parties: readonly Party[]): readonly (readonly Party[])[] {
  const keyOf = ({ identity, table }: Party): string => tableKey(identity.key, tableKey(table.schema, table.name));
  return [...Map.groupBy(parties, keyOf).values()];
}

/**
 * Says which subscriptions hear of their changes. All parties are of one identity and one table.
 * A DELETE leaves no row to ask for: as on the hosted service it is told by filter, and shows no more than the key.
 */
export async function admit(hub: Hub, parties: readonly Party[]): Promise<readonly Admitted[]> {
  const [first] = parties;
  if (first === undefined) return [];
  const deleted = parties.filter(({ change, table }) => change.type === 'DELETE' && isKeyReadable(table));
  const there = parties.filter(({ change }) => change.type !== 'DELETE');
  const visible = await findSeen(hub, first, there);
  const heard = [
    ...deleted.flatMap((party) =>
      admitAll(
        party,
        party.subscriptions.filter((s) => isByIdentity(s, party.table)),
      ),
    ),
    ...there.filter((party) => visible.has(party)).flatMap((party) => admitAll(party, party.subscriptions)),
  ];
  return heard.filter(({ party, subscription }) =>
    subscription.conditions.every((condition) => isFulfilled(condition, recordOf(party.change))),
  );
}

/** The parties that see their change now. */
async function findSeen(hub: Hub, who: Party, parties: readonly Party[]): Promise<ReadonlySet<Party>> {
  if (parties.length === 0) return new Set();
  const visible = await findVisible(hub.database, { ...who, rows: parties.map(({ change }) => recordOf(change)) });
  return new Set(parties.filter((_, place) => visible.has(place)));
}

export type Admitted = { readonly party: Party; readonly subscription: Subscription };

function admitAll(party: Party, subscriptions: readonly Subscription[]): readonly Admitted[] {
  return subscriptions.map((subscription) => ({ party, subscription }));
}

function isKeyReadable({ columns, isSecured }: Table): boolean {
  const key = columns.filter(({ isKey }) => isKey);
  return key.length === 0 ? !isSecured : key.every(({ isReadable }) => isReadable);
}

/** Whether the deleted row shows all the columns that the filter looks at (replica identity). */
function isByIdentity({ conditions }: Subscription, { columns }: Table): boolean {
  return conditions.every(({ column }) => columns.some(({ name, isIdentity }) => name === column && isIdentity));
}
