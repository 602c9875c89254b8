/**
 * The units that a shopper writes, from the tables of all languages. The app has tables instead of a library, because libraries have
 * hundreds of units, but no packs (docs/decisions/0047-a-table-of-units.md).
 */
import { METRIC, PACKAGES, PIECES as ENGLISH_PIECES, US, ENGLISH } from '#core/language/en/units.ts';
import type { Unit } from '#core/language/unit.ts';
import { formatAmount } from './format-amount.ts';
import { ALIASES as GERMAN_ALIASES, UNITS as GERMAN } from '#core/language/de/units.ts';
import { ALIASES as SPANISH_ALIASES, UNITS as SPANISH } from '#core/language/es/units.ts';
import { ALIASES as FRENCH_ALIASES, UNITS as FRENCH } from '#core/language/fr/units.ts';

/** What a text of each language may call an amount. A new language is one file and one line here. */
type LanguageUnits = {
  readonly units: readonly Unit[];
  /** Spellings of the units that all languages have, by their ids. */
  readonly aliases: Readonly<Record<string, readonly string[]>>;
  /** Whether `de` may stand between a unit and the name. */
  readonly isRomance?: boolean;
};

const LANGUAGES: readonly LanguageUnits[] = [
  { units: ENGLISH, aliases: {} },
  { units: GERMAN, aliases: GERMAN_ALIASES },
  { units: FRENCH, aliases: FRENCH_ALIASES, isRomance: true },
  { units: SPANISH, aliases: SPANISH_ALIASES, isRomance: true },
];

/** A unit that all languages have, with their spellings. */
const withAliases = (unit: Unit): Unit => ({
  ...unit,
  aliases: [...unit.aliases, ...LANGUAGES.flatMap(({ aliases }) => aliases[unit.id] ?? [])],
});

/** The unit of an amount without one. Rows store no unit for it. */
export const PIECES: Unit = withAliases(ENGLISH_PIECES);

/** The units that a shopper chooses from, in this order. */
export const UNITS: readonly Unit[] = [...METRIC, ...US, ...PACKAGES].map(withAliases);

/** All units that are read in a text. Units of other languages are stored as they are called there. */
export const ALL_UNITS: readonly Unit[] = [
  ...UNITS,
  ...LANGUAGES.flatMap(({ units, isRomance }) =>
    units.map((unit) => (isRomance === true ? { ...unit, isRomance } : withAliases(unit))),
  ),
];

const pluralOf = ({ id }: Unit): string => formatAmount({ amount: 2, unit: id }, () => '').trim();

const toKey = (name: string): string => name.toLowerCase().replace(/[\s.]/gu, '');

/** The units of each spelling: `Tasse` and `tasse` have the same key. */
const unitsByKey = new Map<string, readonly Unit[]>();
for (const unit of [...ALL_UNITS, PIECES]) {
  for (const name of [unit.id, pluralOf(unit), ...unit.aliases]) {
    const key = toKey(name);
    unitsByKey.set(key, [...(unitsByKey.get(key) ?? []), unit]);
  }
}

const unitsBySymbol: ReadonlyMap<string, Unit> = new Map(
  ALL_UNITS.flatMap((unit) => (unit.symbols ?? []).map((symbol): [string, Unit] => [symbol, unit])),
);

/**
 * The source of a regular expression for what may be a unit; `findUnit` decides. It does not list all units, because such an
 * expression takes a tenth of a second to compile on a slow phone.
 */
export const UNIT_PATTERN = String.raw`(?:fl\.?\s?oz\.?|fluid\sounces?|c(?:uil\p{L}*)?\.?\s?[àa]\.?\s?(?:soupe|café|thé|table|s|c)(?!\p{L})\.?|cucharadas?\ssoperas?|hand\svoll|\p{L}{1,15}\.?)`;

/** The unit with this id, plural or other spelling, in any case, and with or without periods. */
export function findUnit(name: string): Unit | undefined {
  const symbol = unitsBySymbol.get(name.replace(/\.$/u, ''));
  if (symbol !== undefined) return symbol;
  const key = toKey(name);
  return unitsByKey
    .get(key)
    ?.find((unit) => unit.isExact !== true || key !== toKey(unit.id) || name.startsWith(unit.id));
}

/** Whether the unit is a part of this name: `box cutter`, `T bone steak`. */
export const isPartOfName = ({ notWith = [] }: Unit, name: string): boolean =>
  notWith.length > 0 &&
  name
    .toLowerCase()
    .split(/[^\p{L}\p{M}-]+/u)
    .some((word) => notWith.includes(word));
