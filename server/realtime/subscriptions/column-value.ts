/** Values of a column's type, as far as filters compare them in memory. */

/** What can be compared: numbers, texts, truth. Times are microseconds since 1970. */
export type Comparable = string | number | boolean;

export type ValueKind = {
  readonly name: 'number' | 'truth' | 'time' | 'uuid' | 'text' | 'other';
  /** Reads the text of a filter; undefined where Postgres would refuse it, too. */
  readonly read: (text: string) => Comparable | undefined;
};

/** Takes the name of a type in pg_type. Gives how its values are compared. */
export function kindOfType(type: string): ValueKind {
  return kindByType.get(type) ?? other;
}

/** Takes a value of a row as JSON. Gives what it compares as, or null for SQL's NULL and for what is not there. */
export function toComparable(kind: ValueKind, value: unknown): Comparable | null {
  if (value === null || value === undefined) return null;
  if (kind.name === 'number') return Number(value);
  if (kind.name === 'truth') return value === true;
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  return kind.read(written) ?? written;
}

const text: ValueKind = { name: 'text', read: (written) => written };
const other: ValueKind = { name: 'other', read: (written) => written };
const uuid: ValueKind = { name: 'uuid', read: readUuid };
const truth: ValueKind = {
  name: 'truth',

  read: (written) => truths.get(written.trim().toLowerCase()),
};
const time: ValueKind = { name: 'time', read: readTime };
const whole: ValueKind = { name: 'number', read: (written) => readNumber(written, /^[+-]?\d+$/) };
const decimal: ValueKind = {
  name: 'number',

  read: (written) => readNumber(written, /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i),
};

const kindByType: ReadonlyMap<string, ValueKind> = new Map([
  ...['text', 'varchar', 'bpchar', 'name', 'char'].map((type) => [type, text] as const),
  ...['int2', 'int4', 'int8', 'oid'].map((type) => [type, whole] as const),
  ...['float4', 'float8', 'numeric'].map((type) => [type, decimal] as const),
  ...['timestamptz', 'timestamp', 'date'].map((type) => [type, time] as const),
  ['uuid', uuid],
  ['bool', truth],
]);

const truths: ReadonlyMap<string, boolean> = new Map([
  ...['t', 'true', 'y', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['f', 'false', 'n', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

function readNumber(written: string, form: RegExp): number | undefined {
  return form.test(written.trim()) ? Number(written) : undefined;
}

function readUuid(written: string): string | undefined {
  const digits = written.trim().toLowerCase().replaceAll(/[{}-]/g, '');
  return /^[\da-f]{32}$/.test(digits) ? digits : undefined;
}

/** ISO 8601 as Postgres writes it, to the microsecond; without a zone it is UTC. */
function readTime(written: string): number | undefined {
  const form = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,6}))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;
  const [, day, hours = '00:00', fraction = '', zone = 'Z'] = form.exec(written.trim()) ?? [];
  if (day === undefined) return undefined;
  const offset = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const milliseconds = Date.parse(`${day}T${hours}${offset.toUpperCase()}`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds * 1000 + Number(fraction.padEnd(6, '0'));
}
