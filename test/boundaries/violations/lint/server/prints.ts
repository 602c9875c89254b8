/** A console print in server code. */
export const tell = (): void => console.log('here');
