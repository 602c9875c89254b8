/** The rules of shared lists. The simulation switches them off one at a time, to prove that it would notice. */
import { ALL_RULES, type Rules } from '#test/sync/rules.ts';

/** The rules that can be switched off. */
export type SwitchedRules = {
  /** The server refuses the rows of a former member. */
  readonly membersWrite: boolean;
  /** The server gives a list's rows to its members only. */
  readonly membersRead: boolean;
  /** The server keeps ended memberships, so that devices learn of them. */
  readonly endedStay: boolean;
  /** The server gives memberships a new version when the list's name, members or roles change. */
  readonly announced: boolean;
  /** A handover makes another member the owner. */
  readonly handover: boolean;
  /** When an account is deleted, its lists go to the longest-standing member. */
  readonly heir: boolean;
  /** A device collects the unsent changes of an ended list before it removes its copy. */
  readonly unsentKept: boolean;
  /** A device that joins a list again gets its unsent changes back. */
  readonly unsentRestored: boolean;
  /** A device ends a list only if the backend confirms it. */
  readonly endConfirmed: boolean;
  /** A device removes its copy of an ended list. */
  readonly copyRemoved: boolean;
  /** A device sends the changes of a list to that list. */
  readonly rightList: boolean;
  /** The background sync covers every list. */
  readonly everyList: boolean;
  /** The record of the lists has a new list until the backend has it. */
  readonly creationKept: boolean;
  /** A list is created on the backend before its rows are sent. */
  readonly createdFirst: boolean;
  /** An older version of a membership changes nothing. */
  readonly membershipGuard: boolean;
  /** A pull that began before a list was removed does not bring it back. */
  readonly removalsCounted: boolean;
  /** A list that was deleted before the server was known to have it is deleted there, too. */
  readonly discardedKept: boolean;
  /** The order in which a member walked through a store becomes that store's order. */
  readonly ownOrderArranged: boolean;
  /** An item for another store is not part of a walk. */
  readonly otherStoresSkipped: boolean;
};

export type ListsRules = Rules & SwitchedRules;

export const ALL_LISTS_RULES: ListsRules = {
  ...ALL_RULES,
  membersWrite: true,
  membersRead: true,
  endedStay: true,
  announced: true,
  handover: true,
  heir: true,
  unsentKept: true,
  unsentRestored: true,
  endConfirmed: true,
  copyRemoved: true,
  rightList: true,
  everyList: true,
  creationKept: true,
  createdFirst: true,
  membershipGuard: true,
  removalsCounted: true,
  discardedKept: true,
  ownOrderArranged: true,
  otherStoresSkipped: true,
};
