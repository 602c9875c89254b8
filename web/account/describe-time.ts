/** A time in words: as seen from now, and as a date. */
import { devices as words } from '#web/messages/en/account.ts';

const STEPS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** @returns day and time as the device writes them; the text as it came where it is no time */
export function describeMoment(time: string): string {
  const at = Date.parse(time);
  return Number.isNaN(at) ? time : moment.format(at);
}

/**
 * @param time ISO 8601, by a clock that may differ from this one
 * @returns such as '5 minutes ago' or 'yesterday'; 'just now' for the last minute and for what lies ahead; the text as
 * it came where it is no time
 */
export function describeTime(time: string, now: string): string {
  const seconds = Math.round((Date.parse(now) - Date.parse(time)) / 1000);
  if (Number.isNaN(seconds)) return time;
  const step = STEPS.find(([, length]) => seconds >= length);
  return step === undefined ? words.justNow : relative.format(-Math.floor(seconds / step[1]), step[0]);
}
