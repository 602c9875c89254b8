/**
 * Requests to delete an account, stored before the request is sent, so that a lost answer or a closed page loses
 * nothing.
 */
import { parseJson, readKeys, readValue, removeValue, writeValue } from './local-storage.ts';
import { isFlag, isNumber, isWith, isWord } from '#device/shape.ts';

/** The key is this prefix and the account's id. */
const PREFIX = 'checklist.deletion-request.';

export type DeletionRequest = {
  /** Whether to keep the list in the demo; `kept` if the demo has it. */
  readonly list: 'wanted' | 'kept' | 'unwanted';
  /** Whether the backend has deleted the account. */
  readonly isGone: boolean;
  /** The time of the request in milliseconds of this device's clock. */
  readonly requestedAt: number;
};

const isRequest = isWith<DeletionRequest>({
  list: isWord('wanted', 'kept', 'unwanted'),
  isGone: isFlag,
  requestedAt: isNumber,
});

export function readDeletionRequest(userId: string): DeletionRequest | null {
  const value = parseJson(readValue(PREFIX + userId));
  return isRequest(value) ? value : null;
}

export const writeDeletionRequest = (userId: string, request: DeletionRequest): void =>
  void writeValue(PREFIX + userId, JSON.stringify(request));

export const removeDeletionRequest = (userId: string): void => removeValue(PREFIX + userId);

/** The ids of deleted accounts whose data is still on this device. */
export const readDeletedAccounts = (): readonly string[] =>
  readKeys()
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length))
    .filter((userId) => readDeletionRequest(userId)?.isGone === true);
