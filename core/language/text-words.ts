/**
 * The table of a language: the words and phrases by which the app understands pasted text (product Q7; docs/text-format.md). Each kind is
 * one text in lower case, with commas between the phrases.
 */
export type TextWords = {
  /** Spoken numbers, as `word value`: `two 2, half 0.5`. */
  readonly numbers: string;
  /** For one: `a`. */
  readonly articles: string;
  /** Before an amount: `about`. */
  readonly about: string;
  /** An amount without a number: `a few`. */
  readonly vague: string;
  /** Between two numbers, of which the second is larger: `to`. */
  readonly range: string;
  /** Between two amounts that are added: `plus`. */
  readonly plus: string;
  /** Between an amount and a name: `of`. */
  readonly of: string;
  /** Brands that begin with such a word: `del monte`. */
  readonly ofBrands: string;
  /** Parts of a fruit, before `of`: `grated zest`. */
  readonly parts: string;
  /** Sizes before a unit or a known name: `large`. */
  readonly sizes: string;
  /** After a unit, for several things: `each`. */
  readonly each: string;
  /** Before a unit only: `heaping`. */
  readonly heaps: string;
  /** Adjectives that describe what follows the comma: `boneless, skinless chicken`. */
  readonly adjectives: string;
  /** How something is prepared: `chopped`. */
  readonly prepared: string;
  /** Adverbs before those: `finely`. */
  readonly adverbs: string;
  /** What begins a remark after a comma: `such as`. */
  readonly remarks: string;
  /** What begins a remark without a comma too: `to taste`. */
  readonly endings: string;
  /** Before a number that is not the amount: `stuck with 2 cloves`. */
  readonly prepositions: string;
  /** Sizes of a package: the `pack` in `12 pack`. */
  readonly packSizes: string;
  /** A piece that is measured in centimeters or inches. */
  readonly pieces: string;
  /** Centimeters and inches. */
  readonly lengths: string;
  /** Beginnings of headings of a part of a recipe: `for the`. */
  readonly partBeginnings: string;
  /** Headings of a part of a recipe, but only with a mark, because they are also things to buy: `sauce:`. */
  readonly markedParts: string;
  /** Headings above what the shopper has or does not need: `already have`. */
  readonly owned: string;
  /** The heading of the ingredients. */
  readonly ingredients: string;
  /** Headings above steps. */
  readonly steps: string;
  /** What people call the whole list: `shopping list`. */
  readonly listNames: string;
  /** Parts of a shop, which are no things to buy: `produce`. */
  readonly aisles: string;
  /** Groups of things that are also things to buy or to pack: `documents`. */
  readonly groups: string;
  /** Groups of food that are more often one thing to buy: `fruit`. */
  readonly foods: string;
  readonly months: string;
  /** Days and meals of a plan. */
  readonly days: string;
  /** Around a time: `Read 10:05 AM`. */
  readonly clockWords: string;
  /** Before or after a number of servings. */
  readonly servings: string;
  /** What makes a line tell how much a recipe gives: `serves`. */
  readonly yields: string;
  /** Before a time. */
  readonly times: string;
  /** Units of time. */
  readonly timeUnits: string;
  /** Before the price of everything: `total`. */
  readonly sums: string;
  /** Before a temperature. */
  readonly oven: string;
  /** Before the items of a message. */
  readonly greetings: string;
  /** Before one more item: `also`. */
  readonly additions: string;
  /** Words that ask for items, before one of the verbs: `can you`. */
  readonly askers: string;
  readonly verbs: string;
  /** Words that ask for items without a verb: `we need`. */
  readonly needs: string;
  /** Those that may also begin a name: the `get` of `get well card`. */
  readonly bareVerbs: string;
  /** What a message says above its list: `here's my list`. */
  readonly introductions: string;
  /** Between the words of a request: `please`. */
  readonly fillers: string;
  /** After the items of a message: `please`, `on the way home`. */
  readonly thanks: string;
  /** What a message says of an item, before a comma or its end: `we're nearly out`. */
  readonly asides: string;
  /** Letters at the end of a message: `xx`. */
  readonly kisses: string;
  /** At the end of a message only: the `mit` of `bring Milch mit`. */
  readonly closings: string;
  /** Beginnings of messages that ask for nothing: `they don't have`. */
  readonly talk: string;
  /** Before the colon in the first lines of a mail. */
  readonly mailHeads: string;
  /** Messages without an item. */
  readonly noise: string;
  /** Names of one thing with `and` in them: `fish and chips`. */
  readonly pairs: string;
  /** Two flavors that are one before another word: `salt and vinegar crisps`. */
  readonly flavors: string;
  /** Headings of the columns of a table. */
  readonly nameColumns: string;
  readonly amountColumns: string;
  readonly unitColumns: string;
  readonly noteColumns: string;
  readonly categoryColumns: string;
  readonly doneColumns: string;
};

export type WordKind = keyof TextWords;

/** Words that may change where a shop has a thing. */
export type Kept = {
  /** At the beginning or the end of a name. */
  readonly words: readonly string[];
  /** A known name in the category of things that are kept this way; '' if that makes no difference. */
  readonly like: string;
  /** Names in the categories where such a thing is not found. */
  readonly unlike: readonly string[];
};
