/** A constant hue for a text. */

const GOLDEN_ANGLE = 137.508;

/** A hue in whole degrees. The same text has the same hue on every device, and similar texts have different hues. */
export function hueOf(text: string): number {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return Math.round((hash * GOLDEN_ANGLE) % 360);
}
