/** The account that the guest list will be imported into: stored before sign-up, removed after the import. */
import { parseJson, readValue, removeValue, writeValue } from './local-storage.ts';
import { isText, isWith } from '#device/shape.ts';

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
