/** The kinds of words by which the app understands pasted text (product Q7; docs/text-format.md). */

export const WORD_KINDS = [
  /** Spoken numbers, as `word value`: `two 2, half 0.5`. */
  'numbers',
  /** For one: `a`. */
  'articles',
  /** Before an amount: `about`. */
  'about',
  /** An amount without a number: `a few`. */
  'vague',
  /** Between two numbers, of which the second is larger: `to`. */
  'range',
  /** Between two amounts that are added: `plus`. */
  'plus',
  /** Between an amount and a name: `of`. */
  'of',
  /** Brands that begin with such a word: `del monte`. */
  'ofBrands',
  /** Parts of a fruit, before `of`: `grated zest`. */
  'parts',
  /** Sizes before a unit or a known name: `large`. */
  'sizes',
  /** After a unit, for several things: `each`. */
  'each',
  /** Before a unit only: `heaping`. */
  'heaps',
  /** Adjectives that describe what follows the comma: `boneless, skinless chicken`. */
  'adjectives',
  /** How something is prepared: `chopped`. */
  'prepared',
  /** Adverbs before those: `finely`. */
  'adverbs',
  /** What begins a remark after a comma: `such as`. */
  'remarks',
  /** What begins a remark without a comma too: `to taste`. */
  'endings',
  /** Before a number that is not the amount: `stuck with 2 cloves`. */
  'prepositions',
  /** Sizes of a package: the `pack` in `12 pack`. */
  'packSizes',
  /** A piece that is measured in centimeters or inches. */
  'pieces',
  /** Centimeters and inches. */
  'lengths',
  /** Beginnings of headings of a part of a recipe: `for the`. */
  'partBeginnings',
  /** Headings of a part of a recipe, but only with a mark, because they are also things to buy: `sauce:`. */
  'markedParts',
  /** The heading of the ingredients. */
  'ingredients',
  /** Headings above steps. */
  'steps',
  /** What people call the whole list: `shopping list`. */
  'listNames',
  /** Parts of a shop, which are no things to buy: `produce`. */
  'aisles',
  /** Groups of things that are also things to buy or to pack: `documents`. */
  'groups',
  /** Groups of food that are more often one thing to buy: `fruit`. */
  'foods',
  'months',
  /** Days and meals of a plan. */
  'days',
  /** Before or after a number of servings. */
  'servings',
  /** What makes a line tell how much a recipe gives: `serves`. */
  'yields',
  /** Before a time. */
  'times',
  /** Units of time. */
  'timeUnits',
  /** Before the price of everything: `total`. */
  'sums',
  /** Before a temperature. */
  'oven',
  /** Before the items of a message. */
  'greetings',
  /** Before one more item: `also`. */
  'additions',
  /** Words that ask for items, before one of the verbs: `can you`. */
  'askers',
  'verbs',
  /** Words that ask for items without a verb: `we need`. */
  'needs',
  /** Those that may also begin a name: the `get` of `get well card`. */
  'bareVerbs',
  /** What a message says above its list: `here's my list`. */
  'introductions',
  /** Between the words of a request: `please`. */
  'fillers',
  /** After the items of a message: `please`, `on the way home`. */
  'thanks',
  /** What a message says of an item, before a comma or its end: `we're nearly out`. */
  'asides',
  /** Letters at the end of a message: `xx`. */
  'kisses',
  /** At the end of a message only: the `mit` of `bring Milch mit`. */
  'closings',
  /** Beginnings of messages that ask for nothing: `they don't have`. */
  'talk',
  /** Before the colon in the first lines of a mail. */
  'mailHeads',
  /** Messages without an item. */
  'noise',
  /** Names of one thing with `and` in them: `fish and chips`. */
  'pairs',
  /** Two flavors that are one before another word: `salt and vinegar crisps`. */
  'flavors',
  /** Headings of the columns of a table. */
  'nameColumns',
  'amountColumns',
  'unitColumns',
  'noteColumns',
  'categoryColumns',
] as const;

export type WordKind = (typeof WORD_KINDS)[number];

/** The table of a language: words and phrases of each kind, in lower case, with commas between them. */
export type TextWords = Readonly<Record<WordKind, string>>;

/** Words that may change where a shop has a thing. */
export type Kept = {
  /** At the beginning or the end of a name. */
  readonly words: readonly string[];
  /** A known name in the category of things that are kept this way; '' if that makes no difference. */
  readonly like: string;
  /** Names in the categories where such a thing is not found. */
  readonly unlike: readonly string[];
};
