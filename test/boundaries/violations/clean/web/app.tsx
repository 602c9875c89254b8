/** The app introduces the screens. */
import type { CartPort } from '#client/cart.ts';
import { BasketScreen } from './basket/basket-screen.tsx';
import { TillScreen } from './till/till-screen.tsx';

export function App({ port }: { readonly port: CartPort }) {
  return (
    <main>
      <BasketScreen port={port} />
      <TillScreen />
    </main>
  );
}
