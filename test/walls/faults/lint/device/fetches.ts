/** A door to the network that nobody named. */
export const ask = async (): Promise<Response> => fetch('/');
