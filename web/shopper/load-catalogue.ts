/** The default list, fetched when somebody needs it: a first start, a restore, the first name typed. */
import type { Catalogue } from '#core/change/change.ts';

/** The seed catalogue (product L1); for the demo its ids are used as they are (product L3). */
export const loadCatalogue = async (): Promise<Catalogue> => (await import('./catalogue.ts')).CATALOGUE;
