/** Schemas for the fields of an imported list. Valid values are accepted by the app and by every database. */
import * as v from 'valibot';
import { isAmount } from '#core/name/clean-details.ts';
import { cleanName } from '#core/name/clean-name.ts';

/** A text that databases accept as a key: no control characters, well-formed, limited in length. */
export const ID = v.pipe(v.string(), v.regex(/^[^\p{Cc}\p{Cs}]{1,200}$/u));

/** A valid name, cleaned (product L10). */
export const NAME = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): string => {
    const name = cleanName(dataset.value);
    if (name.ok) return name.value;
    addIssue({ message: name.failure.type });
    return NEVER;
  }),
);

/** The amount, unit and note of an item, if it has them (product Q6). Invalid ones are left out. */
export const DETAILS = {
  amount: v.fallback(v.nullish(v.custom<number>(isAmount)), null),
  unit: v.fallback(v.nullish(NAME), null),
  note: v.fallback(v.nullish(NAME), null),
};

/** A hex color, or '' for anything else: it becomes part of a style sheet, and losing it does no harm. */
export const COLOR = v.fallback(v.pipe(v.string(), v.regex(/^(?:#[\da-f]{6})?$/iu)), '');

/** A time in ISO 8601, which sorts as text. Invalid times count as the oldest. */
export const TIME = v.fallback(
  v.pipe(
    v.string(),
    v.isoTimestamp(),
    // Parses a text and reads no clock.
    // oxlint-disable-next-line no-restricted-globals
    v.transform((text) => new Date(text)),
    v.date(),
    v.transform((time) => time.toISOString()),
    // Years that Postgres accepts and that sort as text.
    v.regex(/^[12]\d{3}-/u),
  ),
  '1970-01-01T00:00:00.000Z',
);
