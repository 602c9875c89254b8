/**
 * Compares the versions of rows. On a backend without versions, a device assigns versions itself, from its clock. If the same
 * list later gets versions from a backend, which usually counts from 1, those are newer.
 */

/** The lowest version that a device assigns: milliseconds since 1970, in 2001. */
export const FIRST_CLOCK_VERSION = 1e12;
/** Above the clock for 3,000 years, and below the versions after a restore, which are microseconds (server/backup/assign-versions.ts). */
const CLOCK_VERSIONS_END = 1e14;

/** Whether a device assigned this version from its clock. */
export const isClockVersion = (version: number): boolean =>
  version >= FIRST_CLOCK_VERSION && version < CLOCK_VERSIONS_END;

/** Compares two versions: negative if the first is older. Version 0 is the oldest, then clock versions, then the backend's. */
export const compareVersions = (a: number, b: number): number => rank(a) - rank(b);

/** Returns the newest of some versions. */
export const newestVersion = (first: number, ...others: readonly number[]): number =>
  others.reduce((newest, version) => (compareVersions(version, newest) > 0 ? version : newest), first);

/** Maps clock versions to numbers between 0 and 1, in the same order. */
const rank = (version: number): number => (isClockVersion(version) ? version / CLOCK_VERSIONS_END : version);
