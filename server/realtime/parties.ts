/** Who may hear of which changes: subscriptions gathered by what row level security can tell apart, and asked for once. */
import type { RowChange } from '#server/database/database.ts';
import type { Identity, Subscription } from './connection.ts';
import type { Hub } from './hub.ts';
import { findFulfilled } from './patterns.ts';
import { recordOf } from './subscriptions.ts';
import { tableKey } from './tables.ts';
import type { Table } from './tables.ts';
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
  const questions = heard.map(({ party, subscription }) => ({
    conditions: subscription.conditions,
    record: recordOf(party.change),
  }));
  const fulfilled = await findFulfilled(hub.database, first.identity, questions);
  return heard.filter((_, place) => fulfilled.has(place));
}

/** Those whose change is seen. Where that was asked along with the write, it is known. */
async function findSeen(hub: Hub, who: Party, parties: readonly Party[]): Promise<ReadonlySet<Party>> {
  const sightOf = ({ change, identity }: Party): boolean | undefined => hub.sights.get(change)?.get(identity.key);
  const unknown = parties.filter((party) => sightOf(party) === undefined);
  const rows = unknown.map(({ change }) => recordOf(change));
  const visible = rows.length === 0 ? new Set() : await findVisible(hub.database, { ...who, rows });
  const found = unknown.filter((_, place) => visible.has(place));
  return new Set([...found, ...parties.filter((party) => sightOf(party) === true)]);
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
