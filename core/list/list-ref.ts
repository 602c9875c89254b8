/** Identifies one of an account's lists on this device (product H1). */

export type ListRef = {
  /** The signed-in account. */
  readonly userId: string;
  /** The list. The personal list has the account's id. */
  readonly listId: string;
};

export const personalList = (userId: string): ListRef => ({ userId, listId: userId });

export const isPersonal = ({ userId, listId }: ListRef): boolean => listId === userId;

/**
 * The name under which this device stores a list: its database, lock and messages between tabs. The personal list has the
 * account's id, as in versions of the app before there were several lists.
 */
export const listKey = (list: ListRef): string => (isPersonal(list) ? list.userId : `${list.userId}:${list.listId}`);
