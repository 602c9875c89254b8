/** An undeclared network access. */
export const ask = async (): Promise<Response> => fetch('/');
