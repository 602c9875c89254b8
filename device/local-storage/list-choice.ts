/** Which list an account had open last: in this tab, or in another one. The start of the app opens it (product H2). */
import { isText, isWith } from '#device/shape.ts';
import {
  parseJson,
  readTabValue,
  readValue,
  removeTabValue,
  removeValue,
  writeTabValue,
  writeValue,
} from './local-storage.ts';

/** The key of an account's choice. */
export const choiceKey = (userId: string): string => `checklist.open-list.${userId}`;

/** The name is shown until the list's rows are on this device. */
export type ListChoice = { readonly listId: string; readonly name: string };

const isChoice = isWith<ListChoice>({ listId: isText, name: isText });

/** Reads the choice; null if the account has made none, or opened its personal list last. */
export function readListChoice(userId: string): ListChoice | null {
  const value = parseJson(readTabValue(choiceKey(userId)) ?? readValue(choiceKey(userId)));
  return isChoice(value) && value.listId !== userId ? value : null;
}

/** Stores the choice for this tab, and for tabs that open later. */
export function writeListChoice(userId: string, choice: ListChoice): void {
  const text = JSON.stringify(choice);
  writeTabValue(choiceKey(userId), text);
  writeValue(choiceKey(userId), text);
}

export function removeListChoice(userId: string): void {
  removeTabValue(choiceKey(userId));
  removeValue(choiceKey(userId));
}
