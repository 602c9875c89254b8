/** What every floor may do. */
import { string } from 'valibot';

export type Basket = { readonly weight: number; readonly full: boolean };
export type Ripeness = 'green' | 'ripe' | 'brown';

export const basketName = string();

export const addWeight = (basket: Basket, weight: number): Basket => ({ ...basket, weight: basket.weight + weight });

export function ripenessToOrder(ripeness: Ripeness): number {
  switch (ripeness) {
    case 'green':
      return 0;
    case 'ripe':
      return 1;
    case 'brown':
      return 2;
  }
}
