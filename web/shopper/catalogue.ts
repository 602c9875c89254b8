/** The default list as it ships, with plain ids (product L1). */
import { CATALOGUE_CATEGORIES, CATALOGUE_ITEMS } from '#core/catalogue/catalogue.ts';
import type { Catalogue } from '#core/change/change.ts';

/** For the demo as it is; an account derives its own ids from these (product L3). */
export const CATALOGUE: Catalogue = { categories: CATALOGUE_CATEGORIES, items: CATALOGUE_ITEMS };
