/** Counts what the connections of each network use together. */
import type { AddressTier } from '#server/http/client-address.ts';

export type AddressCounts = {
  /** Adds an amount, which may be negative, to each tier of an address. */
  readonly add: (tiers: readonly AddressTier[], amount: number) => void;
  /** Whether each tier may use this much more. An address without tiers has no limit. */
  readonly hasRoom: (tiers: readonly AddressTier[], amount: number, limit: number) => boolean;
};

export function createAddressCounts(): AddressCounts {
  const countByKey = new Map<string, number>();
  const countOf = (key: string): number => countByKey.get(key) ?? 0;
  return {
    add(tiers, amount) {
      for (const { key } of tiers) {
        const count = countOf(key) + amount;
        if (count === 0) countByKey.delete(key);
        else countByKey.set(key, count);
      }
    },
    hasRoom: (tiers, amount, limit) => tiers.every(({ key, factor }) => countOf(key) + amount <= limit * factor),
  };
}
