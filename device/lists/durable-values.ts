/**
 * Values of an account that survive a killed browser (decision 90). Browsers write local storage to the disk late, up to a minute after a
 * change, so these values are also in the database of the account's personal list.
 */
import { listKey, personalList } from '#core/account/list-ref.ts';
import type { Result } from '#core/result.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import { browserClock as clock } from '#device/clock.ts';
import { createDatabase, type Run } from '#device/database/database.ts';
import { META } from '#device/database/schema.ts';
import {
  choiceKey,
  type ListChoice,
  parseJson,
  readListChoice,
  readValue,
  removeTabValue,
  removeValue,
  SHOP_MODE_KEY,
  writeListChoice,
  writeValue,
} from '#device/local-storage/local-storage.ts';
import { isNumber, isOptional, isText, isWith } from '#device/shape.ts';

type DurableKey = 'localValues' | 'renewedSession';

/** Reads a value; null if there is none, or the disk does not answer. */
export async function readDurable(userId: string, key: DurableKey): Promise<unknown> {
  const read = await onDisk(userId, (run) => run(['meta'], 'readonly', (tx) => tx.objectStore('meta').get(META[key])));
  return read.ok && isText(read.value) ? parseJson(read.value) : null;
}

/**
 * Stores a value, and waits until it survives a killed browser. Does nothing for an account without a list on this device.
 * @param read returns the value when it is written
 */
export async function writeDurable(userId: string, key: DurableKey, read: () => object): Promise<void> {
  await onDisk(userId, (run) =>
    run(['meta'], 'readwrite', (tx) => {
      const put = tx.objectStore('meta').put(JSON.stringify(read()), META[key]);
      // The page may be closing, which aborts what is not committed.
      tx.commit();
      return put;
    }),
  );
}

/** The open list and Shop mode, as they are on local storage, and the time of the last change in milliseconds. */
const isLocalValues = isWith({ at: isNumber, openList: isOptional(isText), shopMode: isOptional(isText) });

/** The time of the last change, which tells whether local storage has it. */
const changedKey = (userId: string): string => `checklist.changed.${userId}`;

/** The list that an account had open last. */
export const durableListChoice = {
  read: readListChoice,
  write(userId: string, choice: ListChoice): void {
    writeListChoice(userId, choice);
    keepLocalValues(userId);
  },
  restore: restoreLocalValues,
};

/** Keeps the open list and Shop mode also in the database. Call it after each change on local storage. Does nothing without a user. */
export function keepLocalValues(userId: string | undefined): void {
  if (userId === undefined) return;
  writeValue(changedKey(userId), `${clock.now()}`);
  void writeDurable(userId, 'localValues', () => ({
    at: Number(readValue(changedKey(userId))),
    openList: readValue(choiceKey(userId)),
    shopMode: readValue(SHOP_MODE_KEY),
  }));
}

/** Brings local storage up to date if a killed browser has lost the last change of it. */
async function restoreLocalValues(userId: string): Promise<void> {
  const last = await readDurable(userId, 'localValues');
  if (!isLocalValues(last) || last.at <= Number(readValue(changedKey(userId)))) return;
  // A browser that restores its tabs restores their storage as it was earlier.
  removeTabValue(choiceKey(userId));
  setValue(choiceKey(userId), last.openList);
  setValue(SHOP_MODE_KEY, last.shopMode);
  writeValue(changedKey(userId), `${last.at}`);
}

function setValue(key: string, text: string | null | undefined): void {
  if (isText(text)) writeValue(key, text);
  else removeValue(key);
}

/** Removes the values of an account from the database. */
export async function removeDurable(userId: string): Promise<void> {
  removeValue(changedKey(userId));
  await onDisk(userId, (run) =>
    run(['meta'], 'readwrite', (tx) =>
      Promise.all([META.localValues, META.renewedSession].map((key) => tx.objectStore('meta').delete(key))),
    ),
  );
}

/** Runs one transaction on the database of the personal list. It is not created: without it, nothing is on this device. */
async function onDisk<T>(
  userId: string,
  work: (run: Run) => Promise<Result<T, StorageFailure>>,
): Promise<Result<T, StorageFailure>> {
  const { run, close } = createDatabase(listKey(personalList(userId)), false);
  try {
    return await work(run);
  } finally {
    await close();
  }
}
