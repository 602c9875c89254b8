/** The colour of a category's mark: its own, or a steady one made of its name. */
import type { Group } from '#core/view/groups.ts';

const GOLDEN_ANGLE = 137.508;
const HEX_COLOR = /^#[0-9a-f]{6}$/iu;

/** A CSS colour. Whatever came from outside and is no plain hex colour is not trusted. */
export const markColor = ({ name, color }: Pick<Group, 'name' | 'color'>): string =>
  HEX_COLOR.test(color) ? color : `oklch(62% 0.12 ${hueOf(name)})`;

/** Spreads names over the wheel; the same name has the same hue on every device. */
function hueOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  // The golden angle keeps neighbours in number apart in colour.
  return Math.round((hash * GOLDEN_ANGLE) % 360);
}
