/** Numbers for members without a display name, because members do not see addresses (product A7). */
import type { ListMember } from './lists-record.ts';

/** More than enough for the 20 members of a list. */
const NUMBERS = 99;

/**
 * Returns a number for each member, by id. It follows from the id, so that it stays when others join or leave. If two would
 * have the same one, the member who joined later gets the next free one.
 * @param members in the order in which they joined
 */
export function memberNumbers(members: readonly ListMember[]): ReadonlyMap<string, number> {
  const numberById = new Map<string, number>();
  const taken = new Set<number>();
  for (const { id } of members) {
    let number = hash(id) % NUMBERS;
    while (taken.has(number) && taken.size < NUMBERS) number = (number + 1) % NUMBERS;
    taken.add(number);
    numberById.set(id, number + 1);
  }
  return numberById;
}

/** Not negative. */
const hash = (text: string): number =>
  Array.from(text).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7);
