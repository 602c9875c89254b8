/** Time and randomness, which the composition root provides. */
import type { RandomHex } from '#core/id/create-id.ts';

export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The current time as ISO 8601 text. */
  readonly isoNow: () => string;
  /** Calls back once after a delay in milliseconds. Returns a function that cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  /** 64 random bits as 16 hexadecimal digits. */
  readonly randomHex: RandomHex;
  /** A random number from 0 up to 1, for delays that must differ between devices. */
  readonly random: () => number;
};
