/** Gives waiting tests as much time as a busy machine needs. A wait ends as soon as its condition holds. */
import { vi } from 'vitest';

const { waitFor } = vi;

/** The default is one second. */
Object.assign(vi, {
  waitFor: ((work, options) =>
    waitFor(work, typeof options === 'number' ? options : { timeout: 15_000, ...options })) satisfies typeof waitFor,
});
