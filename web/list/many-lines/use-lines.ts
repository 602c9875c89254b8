/** State of the preview: the lines of a text, what the shopper chose for each, and the plan to add them. */
import { useMemo, useState } from 'react';
import { createNumberFormat, type NumberFormat } from '#core/amount/numbers.ts';
import { fallbackCategory, findCategory, findCategoryNamed } from '#core/catalogue/category-on-demand.ts';
import { readCommonNames } from '#core/catalogue/common-names.ts';
import type { Category } from '#core/list/row.ts';
import { parseListText } from '#core/list-text/parse-list-text.ts';
import type { TextLine } from '#core/list-text/text-line.ts';
import { placeLines } from '#core/list-text/place-lines.ts';
import { isListed, isUnchanged, type Plan, planLines } from '#core/list-text/plan-lines.ts';
import { findStoreNamed } from '#core/list-text/read-store.ts';
import { nameKey } from '#core/name/name-key.ts';
import { followCapitals } from '#core/suggest/guess-category.ts';
import { readAccountNames } from '#web/list/suggestions/account-names.ts';
import { useApp } from '#web/shown-list/app-context.ts';
import { type ShownList, useCategories, useShownList } from '#web/shown-list/shown-list.ts';
import type { LineChoice, PreviewLine } from './line-row.tsx';

export type LinesState = {
  readonly lines: readonly PreviewLine[];
  readonly plan: Plan;
  readonly numbers: NumberFormat;
  /** The categories to choose from. */
  readonly categories: readonly Category[];
  /** The category of the lines that the app could not guess; null if there are none. */
  readonly fallback: Category | null;
  readonly onFallback: (categoryId: string) => void;
  /** Stable between renders. */
  readonly onChoose: (at: number, choice: LineChoice) => void;
};

/** @param category the category that the shopper chose in the add bar for unknown names; '' for none */
export function useLines(text: string, category: string): LinesState {
  const shownList = useShownList();
  const { store, ref } = shownList;
  const { offersDetail } = useApp();
  const numbers = useMemo(() => createNumberFormat(undefined), []);
  // Read once: changes of others while the preview is open do not change its lines.
  const [read] = useState(() =>
    readLines(text, { shownList, numbers, hasDetails: offersDetail(shownList.user.id, 'amount') }),
  );
  const [choices, setChoices] = useState<ReadonlyMap<number, LineChoice>>(new Map());
  const [fallbackId, setFallback] = useState(category);
  const known = useCategories();
  const categories = useMemo(() => joinCategories(known, read), [known, read]);
  const byId = new Map(categories.map((one) => [one.id, one]));
  const fallback = byId.get(fallbackId) ?? findCategory(store.list, ref, fallbackId) ?? read.fallback;
  const lines = read.lines.map((line, at) => toDraft(line, choices.get(at), { byId, fallback, known }));
  const [onChoose] = useState(() => (at: number, choice: LineChoice): void => {
    setChoices((before) => new Map(before).set(at, { ...before.get(at), ...choice }));
  });
  return {
    lines,
    plan: planLines(store.list, lines, numbers.write),
    numbers,
    categories,
    fallback: read.lines.some((line) => line.category === null && !line.isTitle) ? fallback : null,
    onFallback: setFallback,
    onChoose,
  };
}

type ReadLine = TextLine & { readonly category: Category | null; readonly isWanted: boolean };

type ReadOptions = { readonly shownList: ShownList; readonly numbers: NumberFormat; readonly hasDetails: boolean };

/** Reads the text, and finds a category for each line. */
function readLines(source: string, { shownList, numbers, hasDetails }: ReadOptions) {
  const { store, ref } = shownList;
  const names = readAccountNames(shownList, readCommonNames());
  const text = parseListText(source, {
    numbers,
    hasDetails,
    isKnownName: (name) => names.find('key', nameKey(name)) !== undefined,
    findStore: (name) => findStoreNamed(store.view.stores(), name),
    isCategoryName: (name) => findCategoryNamed(store.list, ref, name) !== undefined,
  });
  // A text that Checklist wrote restores its names unchanged (product Q5). Other names are capitalized as if they were typed (product L8).
  const withCapitals = ({ entry, ...line }: TextLine): TextLine => ({
    ...line,
    entry: { ...entry, name: followCapitals(names, entry.name) },
  });
  const parsed = text.isShared ? text : { ...text, lines: text.lines.map(withCapitals) };
  const { categories, created } = placeLines(parsed, { list: store.list, ref, names, createId: store.createId });
  const lines = parsed.lines.map((line, at): ReadLine => {
    const category = categories[at] ?? null;
    const there = category === null ? undefined : store.list.itemNamed(category.id, line.entry.name);
    const isThere = parsed.isShared ? isUnchanged(store.list, line, there) : isListed(store.list, line, there);
    return { ...line, category, isWanted: !line.isTitle && !isThere };
  });
  return { lines, created, fallback: fallbackCategory(store.list, ref) };
}

type Known = {
  readonly byId: ReadonlyMap<string, Category>;
  readonly fallback: Category;
  /** The categories that the list has. */
  readonly known: readonly Category[];
};

const NO_CHOICE: LineChoice = {};

const toDraft = (line: ReadLine, choice: LineChoice | undefined, { byId, fallback, known }: Known): PreviewLine => {
  const { category = '', isWanted = line.isWanted, takesNewAmount = null } = choice ?? NO_CHOICE;
  const { entry, checked, reason } = line;
  const place = byId.get(category) ?? line.category ?? fallback;
  const isNewCategory = line.heading === place.name && !known.some(({ id }) => id === place.id);
  return { entry, checked, reason, category: place, isNewCategory, isWanted, takesNewAmount };
};

/** All known categories, then those that the lines would create. */
function joinCategories(
  known: readonly Category[],
  { lines, created, fallback }: ReturnType<typeof readLines>,
): readonly Category[] {
  const used = lines.map(({ category }) => category).filter((category) => category !== null);
  return [...new Map([...known, ...used, ...created, fallback].map((one) => [one.id, one])).values()];
}
