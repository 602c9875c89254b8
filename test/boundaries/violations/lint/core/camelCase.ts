/** A file with a hump. */
export const camelCase = 1;
