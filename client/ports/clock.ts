/** Time and chance, as the composition root gives them. */
import type { RandomHex } from '#core/id/create-id.ts';

export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The same moment as ISO 8601 text. */
  readonly isoNow: () => string;
  /** Calls back once after so many milliseconds; the result calls it off. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  /** 64 random bits as 16 hexadecimal digits. */
  readonly randomHex: RandomHex;
};
