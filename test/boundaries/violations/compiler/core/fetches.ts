/** Core asks the network. */
export const ask = (): unknown => fetch('/');
