/** Identifies one of an account's lists on this device (product H1). */
import { DEMO_USER } from './user.ts';

export type ListRef = {
  /** The signed-in account, or the demo. */
  readonly userId: string;
  /** The list. The personal list has the account's id. */
  readonly listId: string;
};

export const personalList = (userId: string): ListRef => ({ userId, listId: userId });

export const isPersonal = ({ userId, listId }: ListRef): boolean => listId === userId;

/** Whether this is a list of the demo, which has no backend. */
export const isDemoList = ({ userId }: ListRef): boolean => userId === DEMO_USER.id;

/**
 * The name under which this device stores a list: its database, its lock, its journal, and the messages between tabs. The
 * personal list has the account's id, as before there were several lists.
 */
export const listKey = (list: ListRef): string => (isPersonal(list) ? list.userId : `${list.userId}:${list.listId}`);

/** The account of a list, from the name under which this device stores the list. */
export const userOfKey = (key: string): string => key.split(':', 1)[0] ?? key;
