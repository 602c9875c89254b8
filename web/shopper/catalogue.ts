/** The default list with its original ids (product L1). */
import { CATALOGUE_CATEGORIES, CATALOGUE_ITEMS } from '#core/catalogue/catalogue.ts';
import type { Catalogue } from '#core/change/change.ts';

/** The demo uses these ids; accounts derive their own ids from them (product L3). */
export const CATALOGUE: Catalogue = { categories: CATALOGUE_CATEGORIES, items: CATALOGUE_ITEMS };
