/** A screen asks the network. */
export const ask = async (): Promise<Response> => window.fetch('/');
