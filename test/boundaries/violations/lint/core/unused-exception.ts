/** An exception that excepts nothing. */
// Planted: there is nothing to except here.
// oxlint-disable-next-line eslint/no-console
export const quiet = 1;
