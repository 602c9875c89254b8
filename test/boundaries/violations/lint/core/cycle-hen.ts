/** A cycle of types. */
import type { Egg } from './cycle-egg.ts';

export type Hen = { readonly egg: Egg | null };
