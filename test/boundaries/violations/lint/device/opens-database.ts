/** A second door to the disk, by the library. */
import { openDB } from 'idb';

export const open = async (): Promise<unknown> => openDB('second');
