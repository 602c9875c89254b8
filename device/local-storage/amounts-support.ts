/**
 * Whether the backend of an account has columns for amounts and notes (product Q6). It is stored, because the add bar has to
 * know it before the first request, and offline.
 */
import { readValue, removeValue, writeValue } from './local-storage.ts';

const keyOf = (userId: string): string => `checklist.no-amounts.${userId}`;

/** Whether the app offers amounts and notes: unless the backend has shown that it cannot store them. */
export const offersAmounts = (userId: string): boolean => readValue(keyOf(userId)) === null;

/** Records what the backend has shown. */
export function recordAmountsSupport(userId: string, isSupported: boolean): void {
  if (isSupported === offersAmounts(userId)) return;
  if (isSupported) removeValue(keyOf(userId));
  else writeValue(keyOf(userId), 'yes');
}

/** Forgets it when the account's data leaves this device. */
export const removeAmountsSupport = (userId: string): void => removeValue(keyOf(userId));
