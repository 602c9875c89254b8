/** Gives tests that wait as much time as a busy machine needs. A wait ends as soon as what it waits for is there. */
import { vi } from 'vitest';

const { waitFor } = vi;

/** The default is one second. */
Object.assign(vi, {
  waitFor: ((work, options) =>
    waitFor(work, typeof options === 'number' ? options : { timeout: 15_000, ...options })) satisfies typeof waitFor,
});
