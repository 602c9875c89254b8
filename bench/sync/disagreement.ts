/** Finds what is not as it must be once everything is quiet. */
import type { Testimony } from './witness.ts';

type Seen = { readonly name: string; readonly lines: readonly string[] };

/** What one has and the other has not; empty where both are equal. */
export function compare(server: readonly string[], { name, lines }: Seen): readonly string[] {
  const [there, here] = [new Set(server), new Set(lines)];
  return [
    ...server.filter((line) => !here.has(line)).map((line) => `only on the server, not on ${name}: ${line}`),
    ...lines.filter((line) => !there.has(line)).map((line) => `only on ${name}, not on the server: ${line}`),
  ];
}

/**
 * The last one to write a field wins, whoever that is: its value must be the one that some device gave it last.
 * @returns the fields where it is not, or whose row is not there
 */
export function findLostWrites(server: readonly string[], testimonies: readonly Testimony[]): readonly string[] {
  const rows = new Map(server.map(readLine));
  const keys = new Set(testimonies.flatMap((written) => [...written.keys()]));
  return [...keys].flatMap((key) => {
    const [table, id, field] = key.split('/');
    const value = JSON.stringify(rows.get(`${table}/${id}`)?.[field ?? '']);
    const written = testimonies.flatMap((one) => one.get(key) ?? []);
    return written.includes(value) ? [] : [`${key} is ${value}, but was written last as ${written.join(' or ')}`];
  });
}

function readLine(line: string): readonly [string, Readonly<Record<string, unknown>>] {
  const at = line.indexOf(' ');
  // Written by describeRow.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return [line.slice(0, at), JSON.parse(line.slice(at + 1)) as Record<string, unknown>];
}
