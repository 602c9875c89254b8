/** A screen: it knows itself, the shared parts, the client and core. */
import type { CartPort } from '#client/cart.ts';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { basketLabel } from './basket-label.ts';
import styles from './basket-screen.module.css';

export function BasketScreen({ port }: { readonly port: CartPort }) {
  return (
    <div className={styles.basket}>
      <PlainButton label={basketLabel(1)} onPress={() => void port.keep({ weight: 1, full: false })} />
    </div>
  );
}
