/** Suggestions and the guessed category while typing (product L8). */
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { itemRow, categoryRow } from '#core/testing/contents.ts';
import { showDemo, showList } from '#web/testing/show-list.tsx';
import {
  addField,
  addItem,
  button,
  categorySelect,
  chosenCategory,
  groupButton,
  itemBox,
  listHeading,
  row,
  section,
} from '#web/testing/steps.ts';

beforeEach(() => showDemo());

const MISC = 'Misc e.g. (Flowers, Gift Cards, Tape)';

test('[L8] a guessed category is not kept for the next item, a chosen one is, and a typo uses the category of the similar name', async () => {
  await addItem('shampoo');
  await addField().fill("za'atar");
  await expect.poll(chosenCategory).toBe(MISC);
  await categorySelect().selectOptions('International Foods');
  await button('Add Item').click();
  await addField().fill('harissa');
  await expect.poll(chosenCategory).toBe('International Foods');
  await addField().fill('brocoli');
  await expect.poll(chosenCategory).toBe('Fruits & Vegetables');
});

test('[L8] a typo in a word of a longer known name picks its category, and the bar offers the right word', async () => {
  await addItem('Aged manchego', 'Deli');
  await addItem('manchgo');
  await button('Did you mean manchego?').click();
  await expect.element(section('Deli').getByRole('checkbox', { name: 'manchego', exact: true })).toBeInTheDocument();
  await expect.element(itemBox('manchgo')).not.toBeInTheDocument();
});

test('[L8] an arrow key pressed before the suggestions appear moves through those for the typed text', async () => {
  const input = addField().element();
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await addField().fill('sal');
  await expect.element(options.first()).toHaveTextContent('Sal');
  // As typing does: React listens to the element's native setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'banan');
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  for (const key of ['ArrowDown', 'Enter']) {
    input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    // No task runs in between, so no suggestions have appeared.
    await Promise.resolve();
  }
  await expect.element(page.getByRole('status').filter({ hasText: 'Bananas' })).toBeVisible();
  await expect.element(addField()).toHaveValue('');
});

for (const count of [20, 1000]) {
  test(`[L8] [L9] with ${count} items, choosing a suggestion that is on the list scrolls to its row and highlights it, even in a collapsed category`, async () => {
    const nameOf = (at: number): string => `Thing ${String(at).padStart(4, '0')}`;
    const items = Array.from({ length: count }, (_, at) =>
      itemRow(`i${at}`, { name: nameOf(at), category: at < count / 2 ? 'alpha' : 'beta' }),
    );
    const categories = ['Alpha', 'Beta'].map((name) => categoryRow(name.toLowerCase(), { name }));
    await showList({ listName: 'Long', items, categories });
    await expect.element(listHeading()).toHaveTextContent(`Long (0/${count} items)`);
    await expect.element(itemBox(nameOf(0))).toBeVisible();
    await groupButton('Beta').click();
    const animate = vi.spyOn(Element.prototype, 'animate');
    const readMarked = (): string | undefined => {
      const at = animate.mock.calls.findLastIndex(
        ([, options]) => typeof options === 'object' && options.id === 'shown',
      );
      const element: unknown = animate.mock.contexts[at];
      return element instanceof Element ? element.textContent.trim() : undefined;
    };
    // One in the open category, and one in the collapsed category.
    for (const name of [nameOf(count / 2 - 5), nameOf(count - 5)]) {
      window.scrollTo(0, 0);
      await addField().fill(name);
      const option = page.getByRole('listbox').getByRole('option').filter({ hasText: name }).first();
      await expect.element(option).toHaveTextContent('on the list');
      await option.click();
      await expect.element(itemBox(name)).toBeInViewport();
      await expect.poll(readMarked).toBe(name);
      // It stays there after scrolling.
      await expect.poll(() => restingTop(name)).toBeGreaterThan(0);
      await expect.element(itemBox(name)).toBeInViewport({ ratio: 1 });
      await expect.element(addField()).toHaveFocus();
    }
    animate.mockRestore();
    await expect.element(listHeading()).toHaveTextContent(`Long (0/${count} items)`);
  });
}

/** The position of a row; 0 while it moves. */
async function restingTop(name: string): Promise<number> {
  const topOf = (): number => row(name).element().getBoundingClientRect().top;
  const before = topOf();
  await new Promise((resolve) => void setTimeout(resolve, 200));
  return topOf() === before ? before : 0;
}
