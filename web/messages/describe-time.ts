/** Describes a time, relative to now or as a date. */
import { locale, messages } from './messages.ts';

const STEPS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** @returns day and time, such as 'Nov 3, 14:05'; the original text if it is not a time */
export function describeMoment(time: string): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? time : at.toLocaleString(locale(), MOMENT);
}

const MOMENT: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};

/**
 * @param time ISO 8601, by a clock that may differ from this one
 * @returns such as '5 minutes ago' or 'yesterday'; 'just now' for the last minute and the future; the original text if it
 * is not a time
 */
export function describeTime(time: string, now: string): string {
  const seconds = Math.round((Date.parse(now) - Date.parse(time)) / 1000);
  if (Number.isNaN(seconds)) return time;
  const step = STEPS.find(([, length]) => seconds >= length);
  if (step === undefined) return messages.devices.justNow;
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(-Math.floor(seconds / step[1]), step[0]);
}
