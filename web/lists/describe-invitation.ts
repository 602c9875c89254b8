/** Describes when and for whom an invitation works. */
import { share as words } from '#web/messages/en/lists.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Validity = {
  /** ISO 8601, by the backend's clock. */
  readonly expiresAt: string;
  readonly usesLeft: number;
};

/** @returns such as 'Works for 7 days, for up to 20 people.' */
export function describeValidity({ expiresAt, usesLeft }: Validity, now: string): string {
  // Rounded, because the clocks of the backend and of this device differ.
  const days = Math.round((Date.parse(expiresAt) - Date.parse(now)) / DAY_MS);
  return words.works(days < 1 ? words.lessThanADay : words.days(days), usesLeft);
}

/** @returns such as 'Nov 22, 21:45'; the original text if it is not a time */
export function describeDate(time: string): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? time : at.toLocaleString('en', MOMENT);
}

const MOMENT: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};
