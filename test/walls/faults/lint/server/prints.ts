/** A print that nobody reads. */
export const tell = (): void => console.log('here');
