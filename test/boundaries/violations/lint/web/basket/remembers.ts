/** A screen writes to the disk. */
export const remember = (): void => localStorage.setItem('basket', 'full');
