/** Chooses who is asked along with a write whether they see it: then its change can be told as soon as it is committed. */
import type { Ask, AsksFor } from '#server/database/database.ts';
import type { Identity } from './connection.ts';
import type { Delivery } from './delivery.ts';
import type { Hub } from './hub.ts';
import { tableKey } from './tables.ts';
import type { Table } from './tables.ts';
import { askOf } from './visibility.ts';

/** The writer waits for the answers, too: where more listen, they are asked after the commit. */
const MOST = 8;

/**
 * Most changes concern those who listen to rows of the writer's own account. Whoever is not thought of here is asked after
 * the commit, as are all while changes pile up: one question for many of them is cheaper.
 */
export function createAskAlong(hub: Hub, delivery: Pick<Delivery, 'isIdle'>): AsksFor {
  return ({ caller, request }) => {
    const account = caller.claims['sub'];
    if (typeof account !== 'string' || !delivery.isIdle()) return [];
    const asks = new Map<string, Ask>();
    for (const { schema, table, channel } of hub.subscriptions.findByValue(request.path.slice(1), account)) {
      const { identity } = channel;
      if (asks.has(identity.key)) continue;
      const ask = writeAsk(identity, hub.tables.peek(identity.caller.role)?.get(tableKey(schema, table)));
      if (ask !== null) asks.set(identity.key, ask);
      if (asks.size > MOST) return [];
    }
    return [...asks.values()];
  };
}

const writeAsk = (identity: Identity, table: Table | undefined): Ask | null =>
  table === undefined ? null : askOf(identity, table);
