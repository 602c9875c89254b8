/** Core looks up at the client. */
import type { CartPort } from '#client/cart.ts';

export type PendingSession = { readonly port: CartPort };
