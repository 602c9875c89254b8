/** Tells apart lists with the same name (product H14) and members without a display name (product A7). */
import { nameKey } from '#core/name/name-key.ts';
import type { ListEntry, ListMember } from './lists-record.ts';

/** What tells a list apart from others that have its name. */
export type Distinction = {
  /** The owner of the list; null for this account. */
  readonly owner: ListMember | null;
  /** Counts lists of one name and one owner, from 1; null if there is one. */
  readonly number: number | null;
};

/**
 * Finds the lists that have the name of another one.
 * @param entries all lists of the account, in the order in which they are shown
 * @returns what tells each of them apart, by the list's id
 */
export function distinguishLists(entries: readonly ListEntry[], userId: string): ReadonlyMap<string, Distinction> {
  const sameNames = Map.groupBy(entries, ({ name }) => nameKey(name));
  const result = new Map<string, Distinction>();
  for (const group of sameNames.values()) {
    if (group.length === 1) continue;
    for (const [owner, owned] of Map.groupBy(group, (entry) => ownerOf(entry, userId)?.id ?? userId)) {
      // By id, so that the number does not change with the order.
      const ids = owned.map(({ id }) => id).toSorted();
      for (const entry of owned) {
        const number = owned.length === 1 ? null : ids.indexOf(entry.id) + 1;
        result.set(entry.id, { owner: owner === userId ? null : ownerOf(entry, userId), number });
      }
    }
  }
  return result;
}

/** Null for this account. */
function ownerOf({ role, members }: ListEntry, userId: string): ListMember | null {
  if (role === 'owner') return null;
  return members.find((member) => member.role === 'owner' && member.id !== userId) ?? null;
}

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
