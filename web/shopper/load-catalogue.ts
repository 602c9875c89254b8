/** Loads the default list on demand: on a first start, a restore or the first typed name. */
import type { Catalogue } from '#core/change/change.ts';

/** The seed catalogue (product L1); the demo uses its ids unchanged (product L3). */
export const loadCatalogue = async (): Promise<Catalogue> => (await import('./catalogue.ts')).CATALOGUE;
