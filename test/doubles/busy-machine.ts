/** Gives waiting tests as much time as a busy machine needs. A wait ends as soon as its condition holds. */
import { vi } from 'vitest';

const { waitFor, waitUntil } = vi;

/** The default is one second. */
const TIMEOUT_MS = 60_000;

Object.assign(vi, {
  waitFor: ((work, options) =>
    waitFor(
      work,
      typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options },
    )) satisfies typeof waitFor,
  waitUntil: ((work, options) =>
    waitUntil(
      work,
      typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options },
    )) satisfies typeof waitUntil,
});
