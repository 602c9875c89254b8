/** The client asks the network. */
export const ask = (): unknown => fetch('/');
