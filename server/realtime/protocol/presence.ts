/** A presence, and how the protocol writes presences (phoenix.js, Presence). */

/** A client that is present in a private topic. Each channel has at most one presence. */
export type Presence = {
  /** Identifies it in all processes (`phx_ref`). A client that replaces its metadata gets a new one. */
  readonly ref: string;
  /** Clients group presences by this key, which the client chose when it joined. */
  readonly key: string;
  /** Metadata of the client, which other clients receive. */
  readonly meta: Readonly<Record<string, unknown>>;
};

export type PresencesByRef = ReadonlyMap<string, Presence>;

/** Writes the payload of presence_state: `{key: {metas: [{phx_ref, …}]}}`. */
export function writeState(presences: PresencesByRef): string {
  return JSON.stringify(groupByKey([...presences.values()]));
}

/** Writes the payload of presence_diff. Returns null if there is no difference. */
export function writeDiff(before: PresencesByRef, after: PresencesByRef): string | null {
  const joins = [...after.values()].filter(({ ref }) => !before.has(ref));
  const leaves = [...before.values()].filter(({ ref }) => !after.has(ref));
  if (joins.length === 0 && leaves.length === 0) return null;
  return JSON.stringify({ joins: groupByKey(joins), leaves: groupByKey(leaves) });
}

function groupByKey(presences: readonly Presence[]): object {
  const byKey = Map.groupBy(presences, ({ key }) => key);
  return Object.fromEntries(
    Array.from(byKey, ([key, group]) => [key, { metas: group.map(({ ref, meta }) => ({ ...meta, phx_ref: ref })) }]),
  );
}
