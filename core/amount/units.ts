/**
 * The units that a shopper writes: metric, US and packages, and those of German, French and Spanish recipes. The app has a table
 * instead of a library, because libraries have hundreds of units, but no packs (docs/decisions/0047-a-table-of-units.md).
 */

import { formatAmount } from './format-amount.ts';

export type Unit = {
  /** The name that rows store and the list shows. */
  readonly id: string;
  /** Other spellings, in lower case. */
  readonly aliases: readonly string[];
  /** Units of one measure convert into each other. */
  readonly measure?: 'mass' | 'volume' | 'pieces';
  /** How many of the smallest unit of the measure (mg, ml, pieces) it is. */
  readonly factor?: number;
  /** Whether the case of the id matters, because another case is a word: `EL`, but not `El Paso`, and `Dose`, but not `1 dose`. */
  readonly isExact?: boolean;
  /** Whether `de` may follow: `2 boîtes de thon`. */
  readonly isRomance?: boolean;
  /** Whether only recipes use it, and no scale or bottle, so that its sum with another unit is in the other one or in g or ml. */
  readonly isKitchenMeasure?: boolean;
};

const METRIC: readonly Unit[] = [
  { id: 'mg', aliases: ['milligram', 'milligrams'], measure: 'mass', factor: 1 },
  {
    id: 'g',
    aliases: ['gr', 'gram', 'grams', 'gramme', 'grammes', 'gramm', 'gramo', 'gramos'],
    measure: 'mass',
    factor: 1000,
  },
  { id: 'kg', aliases: ['kgs', 'kilo', 'kilos', 'kilogram', 'kilograms'], measure: 'mass', factor: 1e6 },
  { id: 'ml', aliases: ['milliliter', 'milliliters', 'millilitre', 'millilitres'], measure: 'volume', factor: 1 },
  { id: 'cl', aliases: ['centiliter', 'centiliters', 'centilitre', 'centilitres'], measure: 'volume', factor: 10 },
  { id: 'dl', aliases: ['deciliter', 'deciliters', 'decilitre', 'decilitres'], measure: 'volume', factor: 100 },
  {
    id: 'l',
    aliases: ['lt', 'ltr', 'liter', 'liters', 'litre', 'litres', 'litro', 'litros'],
    measure: 'volume',
    factor: 1000,
  },
];

/** By NIST Handbook 44, appendix C. */
const US: readonly Unit[] = [
  { id: 'oz', aliases: ['ozs', 'ounce', 'ounces'], measure: 'mass', factor: 28_349.523125 },
  { id: 'lb', aliases: ['lbs', 'pound', 'pounds'], measure: 'mass', factor: 453_592.37 },
  { id: 'tsp', aliases: ['tsps', 'teaspoon', 'teaspoons'], measure: 'volume', factor: 4.92892159375 },
  { id: 'tbsp', aliases: ['tbs', 'tbsps', 'tablespoon', 'tablespoons'], measure: 'volume', factor: 14.78676478125 },
  {
    id: 'fl oz',
    aliases: ['floz', 'fluid ounce', 'fluid ounces'],
    measure: 'volume',
    factor: 29.5735295625,
  },
  { id: 'cup', aliases: [], measure: 'volume', factor: 236.5882365 },
  { id: 'pt', aliases: ['pint', 'pints'], measure: 'volume', factor: 473.176473 },
  { id: 'qt', aliases: ['qts', 'quart', 'quarts'], measure: 'volume', factor: 946.352946 },
  { id: 'gal', aliases: ['gallon', 'gallons'], measure: 'volume', factor: 3785.411784 },
];

/** The unit of an amount without one. Rows store no unit for it. */
export const PIECES: Unit = {
  id: 'pcs',
  aliases: ['pc', 'piece', 'pieces', 'stück', 'stk', 'pièce', 'pièces', 'unidad', 'unidades'],
  measure: 'pieces',
  factor: 1,
};

/** A package of unknown size converts only into itself. */
const PACKAGES: readonly Unit[] = [
  { id: 'dozen', aliases: ['dozens', 'doz'], measure: 'pieces', factor: 12 },
  { id: 'pack', aliases: ['pk', 'pks', 'pkg', 'pkgs', 'packet', 'packets', 'package', 'packages'] },
  { id: 'bag', aliases: [] },
  { id: 'bottle', aliases: ['btl', 'btls'] },
  { id: 'box', aliases: [] },
  { id: 'bunch', aliases: [] },
  { id: 'can', aliases: ['tin', 'tins'] },
  { id: 'carton', aliases: [] },
  { id: 'case', aliases: [] },
  { id: 'clove', aliases: [] },
  { id: 'jar', aliases: [] },
  { id: 'loaf', aliases: [] },
  { id: 'pinch', aliases: [] },
  { id: 'roll', aliases: [] },
  { id: 'slice', aliases: [] },
  { id: 'tube', aliases: [] },
];

const GERMAN: readonly Unit[] = [
  { id: 'EL', aliases: ['esslöffel'], measure: 'volume', factor: 15, isExact: true, isKitchenMeasure: true },
  { id: 'TL', aliases: ['teelöffel'], measure: 'volume', factor: 5, isExact: true, isKitchenMeasure: true },
  { id: 'Pfund', aliases: ['pfd'], measure: 'mass', factor: 500_000, isKitchenMeasure: true },
  { id: 'Prise', aliases: [] },
  { id: 'Bund', aliases: [] },
  { id: 'Dose', aliases: [], isExact: true },
  { id: 'Pck.', aliases: ['pckg', 'päckchen', 'packung', 'packungen'] },
  { id: 'Flasche', aliases: [] },
  { id: 'Glas', aliases: ['gläser'] },
  { id: 'Becher', aliases: [] },
  { id: 'Scheibe', aliases: [] },
  { id: 'Zehe', aliases: [] },
  { id: 'Tüte', aliases: [] },
];

const ROMANCE: readonly Unit[] = [
  {
    id: 'c. à s.',
    aliases: ['c. à soupe', 'cuil. à soupe', 'cuillère à soupe', 'cuillères à soupe'],
    measure: 'volume',
    factor: 15,
    isKitchenMeasure: true,
  },
  {
    id: 'c. à c.',
    aliases: ['c. à café', 'cuil. à café', 'cuillère à café', 'cuillères à café'],
    measure: 'volume',
    factor: 5,
    isKitchenMeasure: true,
  },
  { id: 'pincée', aliases: [] },
  { id: 'boîte', aliases: ['boite', 'boites'] },
  { id: 'botte', aliases: [] },
  { id: 'bouteille', aliases: [] },
  { id: 'brin', aliases: [] },
  { id: 'gousse', aliases: [] },
  { id: 'paquet', aliases: [] },
  { id: 'sachet', aliases: [] },
  { id: 'tranche', aliases: [] },
  { id: 'cda', aliases: ['cucharada', 'cucharadas'], measure: 'volume', factor: 15, isKitchenMeasure: true },
  {
    id: 'cdta',
    aliases: ['cdita', 'cditas', 'cucharadita', 'cucharaditas'],
    measure: 'volume',
    factor: 5,
    isKitchenMeasure: true,
  },
  { id: 'bolsa', aliases: [] },
  { id: 'botella', aliases: [] },
  { id: 'diente', aliases: [] },
  { id: 'lata', aliases: [] },
  { id: 'manojo', aliases: [] },
  { id: 'paquete', aliases: [] },
  { id: 'pizca', aliases: [] },
  { id: 'taza', aliases: [] },
];

/** The units that a shopper chooses from, in this order. */
export const UNITS: readonly Unit[] = [...METRIC, ...US, ...PACKAGES];

/** All units that are read in a text. Units of other languages are stored as they are called there. */
export const ALL_UNITS: readonly Unit[] = [
  ...UNITS,
  ...GERMAN,
  ...ROMANCE.map((unit) => ({ ...unit, isRomance: true })),
];

const pluralOf = ({ id }: Unit): string => formatAmount({ amount: 2, unit: id }, () => '').trim();

const toKey = (name: string): string => name.toLowerCase().replace(/[\s.]/gu, '');

const unitsByKey: ReadonlyMap<string, Unit> = new Map(
  [...ALL_UNITS, PIECES].flatMap((unit) =>
    [unit.id, pluralOf(unit), ...unit.aliases].map((name): [string, Unit] => [toKey(name), unit]),
  ),
);

/**
 * The source of a regular expression for what may be a unit; `findUnit` decides. It does not list all units, because such an
 * expression takes a tenth of a second to compile on a slow phone.
 */
export const UNIT_PATTERN = String.raw`(?:fl\.?\s?oz\.?|fluid\sounces?|c(?:uil\p{L}*)?\.?\s?à\.?\s?(?:soupe|café|s|c)(?!\p{L})\.?|\p{L}{1,15}\.?)`;

/** The unit with this id, plural or other spelling, in any case, and with or without periods. */
export function findUnit(name: string): Unit | undefined {
  const key = toKey(name);
  const unit = unitsByKey.get(key);
  const isOtherWord = unit?.isExact === true && key === toKey(unit.id) && !name.startsWith(unit.id);
  return isOtherWord ? undefined : unit;
}
