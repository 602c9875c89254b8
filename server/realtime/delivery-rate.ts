/** Counts the deliveries that broadcasts cause: the work grows with the members of a topic, and not only with its messages. */
import type { Connection } from './connection.ts';
import type { RealtimeLimits } from './limits.ts';

export type DeliveryRate = {
  /**
   * Counts a broadcast to this many members, unless its connection or its network would cause too many deliveries within a second.
   * The first broadcast of a network in a second is always counted, so that a topic may have more members than the limit.
   */
  readonly admits: (sender: Connection, members: number) => boolean;
};

export function createDeliveryRate(limits: RealtimeLimits, clock: () => number): DeliveryRate {
  let second = 0;
  let countByKey = new Map<Connection | string, number>();
  return {
    admits(sender, members) {
      const now = Math.floor(clock() / 1000);
      if (now !== second) countByKey = new Map();
      second = now;
      const budgets = listBudgets(sender, limits).map((budget) => ({
        ...budget,
        used: countByKey.get(budget.key) ?? 0,
      }));
      if (budgets.some(({ used, limit }) => used > 0 && members > 0 && used + members > limit)) return false;
      for (const { key, used } of budgets) countByKey.set(key, used + members);
      return true;
    },
  };
}

type Budget = { readonly key: Connection | string; readonly limit: number };

function listBudgets(sender: Connection, limits: RealtimeLimits): readonly Budget[] {
  const tiers = sender.addressTiers.map(({ key, factor }) => ({ key, limit: limits.deliveriesPerAddress * factor }));
  return [{ key: sender, limit: limits.deliveriesPerSecond }, ...tiers];
}
