/**
 * The units that a shopper writes in English: metric, US and packages. The app has a table instead of a library, because
 * libraries have hundreds of units, but no packs (docs/decisions/0047-a-table-of-units.md).
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
};

const METRIC: readonly Unit[] = [
  { id: 'mg', aliases: ['milligram', 'milligrams'], measure: 'mass', factor: 1 },
  { id: 'g', aliases: ['gr', 'gram', 'grams', 'gramme', 'grammes'], measure: 'mass', factor: 1000 },
  { id: 'kg', aliases: ['kgs', 'kilo', 'kilos', 'kilogram', 'kilograms'], measure: 'mass', factor: 1e6 },
  { id: 'ml', aliases: ['milliliter', 'milliliters', 'millilitre', 'millilitres'], measure: 'volume', factor: 1 },
  { id: 'cl', aliases: ['centiliter', 'centiliters', 'centilitre', 'centilitres'], measure: 'volume', factor: 10 },
  { id: 'dl', aliases: ['deciliter', 'deciliters', 'decilitre', 'decilitres'], measure: 'volume', factor: 100 },
  { id: 'l', aliases: ['lt', 'ltr', 'liter', 'liters', 'litre', 'litres'], measure: 'volume', factor: 1000 },
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
export const PIECES: Unit = { id: 'pcs', aliases: ['pc', 'piece', 'pieces'], measure: 'pieces', factor: 1 };

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

/** All units, in the order in which a shopper chooses one. */
export const UNITS: readonly Unit[] = [...METRIC, ...US, ...PACKAGES];

const pluralOf = ({ id }: Unit): string => formatAmount({ amount: 2, unit: id }, () => '').trim();

const toKey = (name: string): string => name.toLowerCase().replace(/[\s.]/gu, '');

const unitsByKey: ReadonlyMap<string, Unit> = new Map(
  [...UNITS, PIECES].flatMap((unit) =>
    [unit.id, pluralOf(unit), ...unit.aliases].map((name): [string, Unit] => [toKey(name), unit]),
  ),
);

/**
 * The source of a regular expression for what may be a unit; `findUnit` decides. It does not list all units, because such an
 * expression takes a tenth of a second to compile on a slow phone.
 */
export const UNIT_PATTERN = String.raw`(?:fl\.?\s?oz\.?|fluid\sounces?|\p{L}{1,15}\.?)`;

/** The unit with this id, plural or other spelling, in any case, and with or without periods. */
export const findUnit = (name: string): Unit | undefined => unitsByKey.get(toKey(name));
