import { basket } from '#core/basket.ts';

document.title = String(basket);
