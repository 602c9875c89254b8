/** The clock port: the browser's time, timers and random numbers. */
import type { Clock } from '#client/ports/clock.ts';

export const browserClock: Clock = {
  now: () => Date.now(),
  isoNow: () => new Date().toISOString(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  randomHex: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
};
