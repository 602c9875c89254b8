/** The form of an id of this database: checked before a query is, since anything else makes Postgres fail. */

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}
