/** The device looks up at a screen. */
import type { BasketScreen } from '#web/basket/basket-screen.tsx';

export type Screen = typeof BasketScreen;
