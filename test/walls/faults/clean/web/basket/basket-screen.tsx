/** A screen: it knows itself, the shared parts, the client and core. */
import type { CartPort } from '#client/cart.ts';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { basketLabel } from './basket-label.ts';

export function BasketScreen({ port }: { readonly port: CartPort }) {
  return <PlainButton label={basketLabel(1)} onPress={() => void port.keep({ weight: 1, full: false })} />;
}
