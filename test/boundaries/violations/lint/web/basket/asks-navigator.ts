/** A screen believes the browser's hint. */
export const isOnline = (): boolean => navigator.onLine;
