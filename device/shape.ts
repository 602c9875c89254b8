/** Type guards for values that are read from the disk, composed of small ones. */

/** Whether a value has a type. */
export type Guard<T> = (value: unknown) => value is T;

export const isText: Guard<string> = (value) => typeof value === 'string';

export const isNumber: Guard<number> = (value) => typeof value === 'number';

export const isFlag: Guard<boolean> = (value) => typeof value === 'boolean';

/** A value that may be missing or null. */
export const isOptional =
  <T>(isValid: Guard<T>): Guard<T | null | undefined> =>
  (value): value is T | null | undefined =>
    value === undefined || value === null || isValid(value);

/** One of a few words. */
export const isWord =
  <const W extends string>(...words: readonly W[]): Guard<W> =>
  (value): value is W =>
    words.some((word) => word === value);

/** A list whose elements are all valid. */
export const isListOf =
  <T>(isValid: Guard<T>): Guard<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(isValid);

/** An object with all of these fields; it may have others. */
export function isWith<T>(shape: Shape<T>): Guard<T> {
  const fields = Object.entries<Guard<unknown>>(shape);
  return (value): value is T => isObject(value) && fields.every(([name, isValid]) => isValid(value[name]));
}

/** An object with any of these fields: each is missing or valid. */
export function isWithAnyOf<T>(shape: Shape<T>): Guard<Partial<T>> {
  const fields = Object.entries<Guard<unknown>>(shape);
  return (value): value is Partial<T> =>
    isObject(value) && fields.every(([name, isValid]) => !(name in value) || isValid(value[name]));
}

/** Any object, whatever its fields. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

type Shape<T> = { readonly [Name in keyof T]: Guard<T[Name]> };
