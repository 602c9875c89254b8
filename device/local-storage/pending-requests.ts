/** What the user has requested and may still have to happen: the import of the guest list into an account, and the deletion of an account. */
import { parseJson, readKeys, readValue, removeValue, writeValue } from './local-storage.ts';
import { isFlag, isNumber, isText, isWith, isWord } from '#device/shape.ts';

/** The account that the guest list will be imported into: stored before sign-up, removed after the import. */
const TARGET_KEY = 'checklist.import-guest-list';

const isTarget = isWith({ to: isText });

/** Reads the target: a normalized email address, the id of an auth flow with a provider, or a user id; null for none. */
export function readImportTarget(): string | null {
  const value = parseJson(readValue(TARGET_KEY));
  return isTarget(value) ? value.to : null;
}

/** Stores the target and replaces an earlier one. */
export const writeImportTarget = (to: string): void => void writeValue(TARGET_KEY, JSON.stringify({ to }));

/** Replaces a target, for example a flow id after the provider has named the user. */
export function moveImportTarget(from: string, to: string): void {
  if (readImportTarget() === from) writeImportTarget(to);
}

export const clearImportTarget = (): void => removeValue(TARGET_KEY);

/** The key is this prefix and the id of the account to delete. */
const DELETION_PREFIX = 'checklist.deletion-request.';

/** Stored before the request is sent, so that a lost answer or a closed page loses nothing. */
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
  const value = parseJson(readValue(DELETION_PREFIX + userId));
  return isRequest(value) ? value : null;
}

export const writeDeletionRequest = (userId: string, request: DeletionRequest): void =>
  void writeValue(DELETION_PREFIX + userId, JSON.stringify(request));

export const removeDeletionRequest = (userId: string): void => removeValue(DELETION_PREFIX + userId);

/** The ids of deleted accounts whose data is still on this device. */
export const readDeletedAccounts = (): readonly string[] =>
  readKeys()
    .filter((key) => key.startsWith(DELETION_PREFIX))
    .map((key) => key.slice(DELETION_PREFIX.length))
    .filter((userId) => readDeletionRequest(userId)?.isGone === true);
