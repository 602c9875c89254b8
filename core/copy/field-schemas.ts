/** What the fields of a list from outside must look like before the app, or a database, takes them. */
import * as v from 'valibot';
import { cleanName } from '#core/name/clean-name.ts';

/** Any text that a database takes as a key: no control characters, no broken ones, not endless. */
export const ID = v.pipe(v.string(), v.regex(/^[^\p{Cc}\p{Cs}]{1,200}$/u));

/** A name as the rules want it, cleaned (product L10). */
export const NAME = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): string => {
    const name = cleanName(dataset.value);
    if (name.ok) return name.value;
    addIssue({ message: name.failure.type });
    return NEVER;
  }),
);

/** A hex colour or none: it goes into a style sheet, and to lose one costs nothing. */
export const COLOR = v.fallback(v.pipe(v.string(), v.regex(/^(?:#[\da-f]{6})?$/iu)), '');

/** A moment in the one form that sorts as text; what is no time counts as the oldest. */
export const TIME = v.fallback(
  v.pipe(
    v.string(),
    v.isoTimestamp(),
    // Reads a text and no clock.
    // oxlint-disable-next-line no-restricted-globals
    v.transform((text) => new Date(text)),
    v.date(),
    v.transform((time) => time.toISOString()),
    // Years that Postgres and sorting as text both know.
    v.regex(/^[12]\d{3}-/u),
  ),
  '1970-01-01T00:00:00.000Z',
);
