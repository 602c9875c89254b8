/** What other members added and ticked in a shared list since it was last viewed on this device (product H8). */
import type { Item, Row } from '#core/list/row.ts';
import type { ItemPeople } from './versioned-row.ts';

/** By item: who added it and who ticked it, if that is unseen. No entry lacks both. */
export type UnseenPeople = ReadonlyMap<string, ItemPeople>;

export type ReceivedItem = {
  /** The item on this device; undefined if it is new. */
  readonly before: Row<Item> | undefined;
  readonly after: Row<Item>;
  readonly people: ItemPeople;
};

/**
 * Adds what received items show.
 * @param userId the account on this device, whose own changes are not recorded
 * @returns the same map if nothing changed
 */
export function addUnseen(unseen: UnseenPeople, received: readonly ReceivedItem[], userId: string): UnseenPeople {
  const next = new Map(unseen);
  for (const item of received) {
    const { id } = item.after;
    const people = peopleOf(item, unseen.get(id) ?? NOBODY, userId);
    if (people === null) next.delete(id);
    else next.set(id, people);
  }
  return keepEqual(unseen, next);
}

const NOBODY: ItemPeople = { addedBy: null, tickedBy: null };

/** Null if nothing is unseen. An item that returns after a deletion was not added again: the deletion was undone. */
function peopleOf({ before, after, people }: ReceivedItem, known: ItemPeople, userId: string): ItemPeople | null {
  const other = (id: string | null): string | null => (id === userId ? null : id);
  const addedBy = before === undefined ? other(people.addedBy) : known.addedBy;
  const tickedBy = before?.checked === true ? known.tickedBy : other(people.tickedBy);
  const latest = { addedBy, tickedBy: after.checked ? tickedBy : null };
  return after.deleted || isSamePeople(latest, NOBODY) ? null : latest;
}

/** The latest map with the objects of an earlier one where they are equal; the earlier map if all are. */
export function keepEqual(before: UnseenPeople, latest: UnseenPeople): UnseenPeople {
  const kept = new Map(
    [...latest].map(([id, people]) => {
      const known = before.get(id);
      return [id, known !== undefined && isSamePeople(known, people) ? known : people] as const;
    }),
  );
  const isSame = kept.size === before.size && [...kept].every(([id, people]) => before.get(id) === people);
  return isSame ? before : kept;
}

const isSamePeople = (one: ItemPeople, other: ItemPeople): boolean =>
  one.addedBy === other.addedBy && one.tickedBy === other.tickedBy;
