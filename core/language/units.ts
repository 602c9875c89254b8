/** The units of each language: what a text may call an amount. A new language is one file and one line here. */
import { ENGLISH } from './en/units.ts';
import { ALIASES as GERMAN_ALIASES, UNITS as GERMAN } from './de/units.ts';
import { ALIASES as SPANISH_ALIASES, UNITS as SPANISH } from './es/units.ts';
import { ALIASES as FRENCH_ALIASES, UNITS as FRENCH } from './fr/units.ts';
import type { Unit } from './unit.ts';

type LanguageUnits = {
  readonly units: readonly Unit[];
  /** Spellings of the units that all languages have, by their ids. */
  readonly aliases: Readonly<Record<string, readonly string[]>>;
  /** Whether `de` may stand between a unit and the name. */
  readonly isRomance?: boolean;
};

export const UNITS_BY_LANGUAGE: Readonly<Record<string, LanguageUnits>> = {
  en: { units: ENGLISH, aliases: {} },
  de: { units: GERMAN, aliases: GERMAN_ALIASES },
  fr: { units: FRENCH, aliases: FRENCH_ALIASES, isRomance: true },
  es: { units: SPANISH, aliases: SPANISH_ALIASES, isRomance: true },
};
