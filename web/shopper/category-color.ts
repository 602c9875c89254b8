/** The color of a category's swatch: the stored one, or a constant one that is derived from the name. */
import type { ShownCategory } from '#core/view/shown-categories.ts';
import { hueOf } from '#web/ui/steady-hue.ts';

const HEX_COLOR = /^#[0-9a-f]{6}$/iu;

/** A CSS color. Stored values that are not plain hex colors are ignored. */
export const categoryColor = ({ name, color }: Pick<ShownCategory, 'name' | 'color'>): string =>
  HEX_COLOR.test(color) ? color : `oklch(62% 0.12 ${hueOf(name)})`;
