/**
 * Metric units and the units of American and British recipes and shops. Factors are those of NIST Handbook 44, appendix C, and imperial ones
 * those of the British Units of Measurement Regulations 1995. The kitchen
 * measures are those that the units of CLDR and the English labels of Wikidata (both free of restrictions) list under cooking.
 */
import type { Unit } from '#core/language/unit.ts';

export const METRIC: readonly Unit[] = [
  { id: 'mg', aliases: ['milligram', 'milligrams'], measure: 'mass', factor: 1 },
  {
    id: 'g',
    aliases: ['gr', 'gm', 'gms', 'grs', 'gram', 'grams', 'gramme', 'grammes'],
    measure: 'mass',
    factor: 1000,
    notWith: ['string', 'strings'],
  },
  {
    id: 'kg',
    aliases: ['kgs', 'kilo', 'kilos', 'kilogram', 'kilograms'],
    measure: 'mass',
    factor: 1e6,
    mayBegin: true,
  },
  {
    id: 'ml',
    aliases: ['mls', 'milliliter', 'milliliters', 'millilitre', 'millilitres'],
    measure: 'volume',
    factor: 1,
  },
  { id: 'cl', aliases: ['centiliter', 'centiliters', 'centilitre', 'centilitres'], measure: 'volume', factor: 10 },
  { id: 'dl', aliases: ['deciliter', 'deciliters', 'decilitre', 'decilitres'], measure: 'volume', factor: 100 },
  {
    id: 'l',
    aliases: ['lt', 'ltr', 'ltrs', 'liter', 'liters', 'litre', 'litres'],
    measure: 'volume',
    factor: 1000,
    mayBegin: true,
  },
];

export const US: readonly Unit[] = [
  { id: 'oz', aliases: ['ozs', 'ounce', 'ounces'], measure: 'mass', factor: 28_349.523125 },
  {
    id: 'lb',
    aliases: ['lbs', 'pound', 'pounds'],
    symbols: ['#'],
    measure: 'mass',
    factor: 453_592.37,
    mayBegin: true,
    notWith: ['cake', 'cakes'],
  },
  {
    id: 'tsp',
    aliases: ['tsps', 'teasp', 'teaspoon', 'teaspoons', 'teaspoonful', 'teaspoonfuls'],
    symbols: ['t'],
    measure: 'volume',
    factor: 4.92892159375,
  },
  {
    id: 'tbsp',
    aliases: [
      'tbs',
      'tbsps',
      'tbl',
      'tbls',
      'tblsp',
      'tb',
      'tablesp',
      'tablespoon',
      'tablespoons',
      'tablespoonful',
      'tablespoonfuls',
    ],
    symbols: ['T'],
    measure: 'volume',
    factor: 14.78676478125,
    notWith: ['bone', 'bones', 'shirt', 'shirts'],
  },
  {
    id: 'fl oz',
    aliases: ['floz', 'fluid oz', 'fluid ounce', 'fluid ounces'],
    measure: 'volume',
    factor: 29.5735295625,
    imperial: 28.4130625,
  },
  {
    id: 'cup',
    aliases: ['cupful', 'cupfuls'],
    symbols: ['c', 'C'],
    measure: 'volume',
    factor: 236.5882365,
    notWith: ['holder', 'holders', 'battery', 'batteries', 'cell', 'cells', 'clamp', 'clamps', 'hooks'],
  },
  {
    id: 'pt',
    aliases: ['pts', 'pint', 'pints'],
    measure: 'volume',
    factor: 473.176473,
    imperial: 568.26125,
    mayBegin: true,
    notWith: ['glass', 'glasses'],
  },
  {
    id: 'qt',
    aliases: ['qts', 'quart', 'quarts'],
    measure: 'volume',
    factor: 946.352946,
    imperial: 1136.5225,
    mayBegin: true,
    notWith: ['bag', 'bags'],
  },
  {
    id: 'gal',
    aliases: ['gals', 'gallon', 'gallons'],
    measure: 'volume',
    factor: 3785.411784,
    imperial: 4546.09,
    mayBegin: true,
    notWith: ['bag', 'bags'],
  },
];

/** Countries in which a pint is imperial. */
export const IMPERIAL = /-(?:GB|IE|AU|NZ)$/u;

/** The unit of an amount without one. Rows store no unit for it. */
export const PIECES: Unit = {
  id: 'pcs',
  aliases: ['pc', 'ea', 'piece', 'pieces'],
  measure: 'pieces',
  factor: 1,
};

/** A package of unknown size converts only into itself. */
export const PACKAGES: readonly Unit[] = [
  { id: 'dozen', aliases: ['dozens', 'doz', 'dz'], measure: 'pieces', factor: 12 },
  {
    id: 'pack',
    aliases: ['pk', 'pks', 'pkt', 'pkts', 'pkg', 'pkgs', 'packet', 'packets', 'package', 'packages'],
    isContainer: true,
  },
  { id: 'bag', aliases: [], isContainer: true, notWith: ['clip', 'clips', 'tag', 'tags', 'ties', 'life'] },
  { id: 'bottle', aliases: ['btl', 'btls'], isContainer: true, notWith: ['opener', 'openers', 'brush', 'brushes'] },
  { id: 'box', aliases: [], isContainer: true, notWith: ['cutter', 'cutters', 'fan', 'fans', 'spring', 'tape'] },
  { id: 'bunch', aliases: [], mayFollow: true, mayBegin: true },
  { id: 'can', aliases: ['tin', 'tins'], isContainer: true, notWith: ['opener', 'openers', 'foil', 'crusher'] },
  { id: 'carton', aliases: ['cartons', 'ctn'], isContainer: true },
  { id: 'case', aliases: [], isContainer: true },
  { id: 'clove', aliases: [], mayFollow: true },
  { id: 'jar', aliases: [], isContainer: true, notWith: ['opener', 'openers', 'lids'] },
  { id: 'loaf', aliases: [], isContainer: true, notWith: ['pan', 'pans', 'tin', 'tins'] },
  { id: 'pinch', aliases: [], mayBegin: true },
  { id: 'roll', aliases: [], isContainer: true },
  { id: 'slice', aliases: [], mayFollow: true },
  { id: 'tube', aliases: [], isContainer: true, notWith: ['sock', 'socks', 'top', 'tops'] },
];

/** Measures of recipes and packages that people write, and that the edit dialog does not offer. */
export const ENGLISH: readonly Unit[] = [
  { id: 'bar', aliases: [], isContainer: true, notWith: ['stool', 'stools', 'mat', 'snacks', 'keepers', 'spoon'] },
  { id: 'block', aliases: [], isContainer: true },
  { id: 'bulb', aliases: [] },
  { id: 'container', aliases: [], isContainer: true },
  { id: 'cube', aliases: [] },
  { id: 'dash', aliases: [], mayBegin: true, notWith: ['cam', 'cams'] },
  { id: 'drizzle', aliases: [], mayBegin: true },
  { id: 'drop', aliases: [], notWith: ['cloth', 'cloths', 'cookies'] },
  { id: 'ear', aliases: [], notWith: ['bud', 'buds', 'plug', 'plugs', 'drop', 'drops', 'muffs', 'rings', 'wax'] },
  { id: 'envelope', aliases: ['env'], isContainer: true },
  { id: 'fillet', aliases: [], mayFollow: true },
  {
    id: 'glass',
    aliases: [],
    notWith: [
      'jar',
      'jars',
      'bottle',
      'bottles',
      'bowl',
      'bowls',
      'cleaner',
      'marbles',
      'vase',
      'vases',
      'beads',
      'containers',
    ],
  },
  { id: 'glug', aliases: [], mayBegin: true },
  { id: 'handful', aliases: ['handsful'], mayBegin: true },
  {
    id: 'head',
    aliases: [],
    mayFollow: true,
    notWith: ['lamp', 'lamps', 'phones', 'band', 'bands', 'light', 'cheese', 'shoulders'],
  },
  { id: 'jug', aliases: [], isContainer: true },
  { id: 'knob', aliases: [], mayBegin: true },
  { id: 'leaf', aliases: [], notWith: ['bag', 'bags', 'blower'] },
  { id: 'link', aliases: [], notWith: ['chain', 'cables'] },
  { id: 'log', aliases: [], isContainer: true },
  { id: 'mug', aliases: [], notWith: ['cake', 'cakes', 'rack', 'tree', 'warmer'] },
  { id: 'pair', aliases: ['pairs', 'prs'], isRomance: true },
  { id: 'punnet', aliases: [], isContainer: true },
  { id: 'rasher', aliases: [], mayFollow: true },
  { id: 'rib', aliases: [], mayFollow: true, notWith: ['eye', 'roast', 'rub', 'tips'] },
  { id: 'scoop', aliases: [] },
  { id: 'set', aliases: [] },
  { id: 'shot', aliases: [], notWith: ['glass', 'glasses'] },
  {
    id: 'sheet',
    aliases: [],
    mayFollow: true,
    notWith: ['pan', 'pans', 'mask', 'masks', 'protector', 'protectors', 'dryer'],
  },
  { id: 'sleeve', aliases: [], isContainer: true },
  { id: 'splash', aliases: [], mayBegin: true },
  { id: 'spoon', aliases: ['spoonful', 'spoonfuls'], notWith: ['rest', 'rests'] },
  { id: 'sprig', aliases: [], mayFollow: true, mayBegin: true },
  { id: 'squeeze', aliases: [], mayBegin: true, notWith: ['bottle', 'bottles', 'toys'] },
  { id: 'stalk', aliases: [], mayFollow: true },
  { id: 'stick', aliases: [], notWith: ['deodorant', 'pins', 'figures', 'pretzels'] },
  { id: 'strip', aliases: [], mayFollow: true, notWith: ['steak', 'steaks', 'loin', 'light', 'lights', 'club'] },
  { id: 'thumb', aliases: [], mayBegin: true, notWith: ['tack', 'tacks', 'drive', 'drives', 'screws'] },
  { id: 'tub', aliases: [], isContainer: true },
  { id: 'wedge', aliases: [] },
];
