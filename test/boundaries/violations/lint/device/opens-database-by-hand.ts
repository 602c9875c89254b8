/** A second door to the disk, by hand. */
export const open = (): unknown => indexedDB.open('second');
