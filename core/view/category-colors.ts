/** The colors of a list's categories, of which no two look alike (product L15). */
import { compareById } from '#core/list/compare-text.ts';
import type { Category } from '#core/list/row.ts';
import { nameKey } from '#core/name/name-key.ts';

/**
 * The colors of the catalogue's categories, by name. Meat and Pantry have those of the default categories of that name. All
 * colors here reach a contrast of 3:1 in both themes, and differ from each other and from the six default ones.
 */
export const CATALOGUE_COLORS: Readonly<Record<string, string>> = {
  'fruits & vegetables': '#67a400',
  'dairy & eggs': '#7b92d5',
  meat: '#ef4444',
  seafood: '#0093c8',
  bakery: '#c4856a',
  pantry: '#f59e0b',
  'frozen foods': '#0b66cf',
  beverages: '#009b93',
  household: '#6d63dd',
  'personal care': '#ec6092',
  snacks: '#ed6e09',
  'canned goods': '#86979d',
  'condiments & sauces': '#c03901',
  'pasta & rice': '#b88e00',
  breakfast: '#927d5e',
  deli: '#bf626a',
  'international foods': '#a460d5',
  'baking supplies': '#c081a8',
  'pet supplies': '#935c36',
  'ice cream': '#d269ce',
  'misc e.g. (flowers, gift cards, tape)': '#6761a5',
  salads: '#087a01',
  pharmacy: '#bf3160',
};

/** The colors of categories with other names. */
export const AUTOMATIC_COLORS: readonly string[] = [
  '#c74b9b',
  '#bb6800',
  '#828400',
  '#00964f',
  '#00759f',
  '#9781fe',
  '#935675',
  '#636e2e',
  '#7f9d64',
  '#027766',
  '#9173aa',
  '#9b47a5',
];

/** The least distance in OKLab between two colors that do not look alike. At 0.02, people just notice a difference. */
export const LEAST_DISTANCE = 0.08;

export type ColoredCategory = Pick<Category, 'id' | 'name' | 'color'>;

/**
 * Chooses a color for each category. A stored color and those of the catalogue are fixed. Another name picks a color, which
 * stays the same unless a fixed one or that of an older category is like it: ids begin with the time, so a new category does
 * not recolor the others, and all devices agree.
 * @param categories those of one list that are not deleted, in any order
 * @returns a CSS hex color by id
 */
export function chooseColors(categories: readonly ColoredCategory[]): ReadonlyMap<string, string> {
  const colors = new Map<string, string>();
  const palette = createPalette();
  const set = (id: string, hex: string): void => {
    colors.set(id, hex);
    palette.take(hex);
  };
  for (const category of categories) {
    const fixed = fixedColor(category);
    if (fixed !== undefined) set(category.id, fixed);
  }
  for (const { id, name } of categories.filter((category) => !colors.has(category.id)).toSorted(compareById))
    set(id, palette.pick(firstChoice(name)));
  return colors;
}

/** The colors to choose from. Each keeps its distance from the nearest taken color, because a list can have thousands of categories. */
function createPalette() {
  const candidates = [...AUTOMATIC_COLORS, ...Object.values(CATALOGUE_COLORS)].map((hex) => ({
    hex,
    lab: hexToLab(hex),
    room: Number.POSITIVE_INFINITY,
  }));
  const taken = new Set<string>();
  return {
    take(hex: string): void {
      if (taken.has(hex)) return;
      taken.add(hex);
      const lab = hexToLab(hex);
      for (const candidate of candidates) candidate.room = Math.min(candidate.room, labDistance(candidate.lab, lab));
    },
    /** The first color, starting at an automatic one, that differs enough from all taken colors; if none does, the most different one. */
    pick(first: number): string {
      const others = candidates.slice(AUTOMATIC_COLORS.length);
      const inOrder = [...candidates.slice(first, AUTOMATIC_COLORS.length), ...candidates.slice(0, first), ...others];
      const best = inOrder.find(({ room }) => room >= LEAST_DISTANCE) ?? inOrder.toSorted((a, b) => b.room - a.room)[0];
      return best?.hex ?? '#6b7280';
    },
  };
}

/** A stored value that is not a plain hex color is ignored, because it becomes part of a style sheet. */
const fixedColor = ({ name, color }: ColoredCategory): string | undefined =>
  HEX_COLOR.test(color) ? color : COLOR_BY_KEY.get(nameKey(name));

const COLOR_BY_KEY: ReadonlyMap<string, string> = new Map(Object.entries(CATALOGUE_COLORS));

const HEX_COLOR = /^#[0-9a-f]{6}$/iu;

/** The index of the first color to try. The same name has the same one on every device, and similar names have different ones. */
function firstChoice(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return hash % AUTOMATIC_COLORS.length;
}

type Lab = readonly [lightness: number, a: number, b: number];

/** How different two colors look: the distance in OKLab. */
export const colorDistance = (one: string, other: string): number => labDistance(hexToLab(one), hexToLab(other));

const labDistance = (a: Lab, b: Lab): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** OKLab by Björn Ottosson, https://bottosson.github.io/posts/oklab */
function hexToLab(hex: string): Lab {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** sRGB (IEC 61966-2-1). */
const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
