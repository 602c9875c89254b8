/** Describes when and for whom an invitation works. */
import { messages } from '#web/messages/messages.ts';

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
  return messages.share.works(days < 1 ? messages.share.lessThanADay : messages.share.days(days), usesLeft);
}
