/** A cycle of types, through the alias. */
import type { Hen } from '#core/cycle-hen.ts';

export type Egg = { readonly hen: Hen | null };
