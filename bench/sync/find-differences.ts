/** Finds differences between the devices and the server after syncing has finished. */
import type { WrittenValues } from './write-log.ts';

type DeviceList = { readonly name: string; readonly lines: readonly string[] };

/** Returns the rows that only one side has; empty if both are equal. */
export function compare(server: readonly string[], { name, lines }: DeviceList): readonly string[] {
  const [there, here] = [new Set(server), new Set(lines)];
  return [
    ...server.filter((line) => !here.has(line)).map((line) => `only on the server, not on ${name}: ${line}`),
    ...lines.filter((line) => !there.has(line)).map((line) => `only on ${name}, not on the server: ${line}`),
  ];
}

/**
 * The last write to reach the server wins, so each field must have the last value that one of the devices wrote.
 * @returns the fields with other values, and the fields whose row is missing
 */
export function findLostWrites(server: readonly string[], writtenValues: readonly WrittenValues[]): readonly string[] {
  const rows = new Map(server.map(readLine));
  const keys = new Set(writtenValues.flatMap((written) => [...written.keys()]));
  return [...keys].flatMap((key) => {
    const [table, id, field] = key.split('/');
    const value = JSON.stringify(rows.get(`${table}/${id}`)?.[field ?? '']);
    const written = writtenValues.flatMap((one) => one.get(key) ?? []);
    return written.includes(value) ? [] : [`${key} is ${value}, but was written last as ${written.join(' or ')}`];
  });
}

function readLine(line: string): readonly [string, Readonly<Record<string, unknown>>] {
  const at = line.indexOf(' ');
  // Written by describeRow.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return [line.slice(0, at), JSON.parse(line.slice(at + 1)) as Record<string, unknown>];
}
