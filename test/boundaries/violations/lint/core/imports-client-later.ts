/** Core looks up at the client, later. */
export const loadCart = async (): Promise<unknown> => import('#client/cart.ts');
