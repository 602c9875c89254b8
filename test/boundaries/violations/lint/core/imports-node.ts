/** Core knows Node. */
import type { Stats } from 'node:fs';

export type Kept = { readonly stats: Stats };
