/** The color of a category's swatch: the stored one, or a constant one that is derived from the name. */
import type { ShownCategory } from '#core/view/shown-categories.ts';

const GOLDEN_ANGLE = 137.508;
const HEX_COLOR = /^#[0-9a-f]{6}$/iu;

/** A CSS color. Stored values that are not plain hex colors are ignored. */
export const categoryColor = ({ name, color }: Pick<ShownCategory, 'name' | 'color'>): string =>
  HEX_COLOR.test(color) ? color : `oklch(62% 0.12 ${hueOf(name)})`;

/** A hue in degrees. The same name has the same hue on every device. */
function hueOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  // The golden angle gives similar hashes different hues.
  return Math.round((hash * GOLDEN_ANGLE) % 360);
}
