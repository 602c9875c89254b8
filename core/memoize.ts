/**
 * Computes each value on its first use and keeps it. It is for tables that only some starts need: anything that a module computes while it
 * loads delays every start.
 */
export function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    values.set(key, value);
    return value;
  };
}
