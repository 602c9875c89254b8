/** The default list, fetched when somebody needs it: a first start, a restore, the first name typed. */
import type { Catalogue } from '#core/change/change.ts';

/** The seed catalogue (product L1); for the demo its ids are used as they are (product L3). */
export async function loadCatalogue(): Promise<Catalogue> {
  const { CATALOGUE_CATEGORIES, CATALOGUE_ITEMS } = await import('#core/catalogue/catalogue.ts');
  return { categories: CATALOGUE_CATEGORIES, items: CATALOGUE_ITEMS };
}
