/** Core writes to the disk. */
export const remember = (): unknown => localStorage.length;
