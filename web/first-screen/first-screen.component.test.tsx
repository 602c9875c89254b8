/** The copy of the list that the next start shows before the app has loaded, in a real browser (decision 50). */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DEMO_USER } from '#core/account/user.ts';
import { itemRow } from '#core/testing/contents.ts';
import type { FirstScreenStorage } from '#client/ports/service-worker.ts';
import { APPLIED, writeHandOver } from '#web/first-screen/host.ts';
import { stopClock } from '#web/testing/gestures.ts';
import { GROCERIES, openInMemory, showList } from '#web/testing/show-list.tsx';
import { addField, button, itemBox, listHeading } from '#web/testing/steps.ts';

/** The copy for the next start; null if there is none. */
let stored: Element | null;
let removals: number;

const storage = {
  write(_userId: string, markup: string) {
    stored = new DOMParser().parseFromString(markup, 'text/html').body;
  },
  remove() {
    stored = null;
    removals += 1;
  },
  takeFirstScreenTicks: () => Promise.resolve(),
};

async function show(items = GROCERIES.items ?? []): Promise<Element> {
  stored = null;
  removals = 0;
  await showList({ ...GROCERIES, items }, { loadFirstScreenStorage: () => Promise.resolve(storage) });
  return vi.waitFor(() => {
    if (stored === null) throw new Error('No copy is stored');
    return stored;
  });
}

/** Whether each row of the stored copy is ticked. */
const ticks = (): readonly boolean[] =>
  Array.from(stored?.querySelectorAll('[role="listitem"] input') ?? [], (box) => box.hasAttribute('checked'));

test('[Y4] the copy has the rows with their ticks; a change removes it, until the next copy has the change', async () => {
  await show();
  await expect.poll(ticks).toEqual([false, false, false, false]);
  const before = removals;
  await itemBox('Milk').click();
  await expect.poll(() => removals).toBeGreaterThan(before);
  await itemBox('Butter').click();
  await itemBox('Butter').click();
  await expect.poll(ticks).toEqual([false, false, false, true]);
  // Once, not with each change.
  expect(removals).toBe(before + 1);
});

test('[Y4] a page that is left right after a tick stores the copy at once', async () => {
  await show();
  await expect.poll(ticks).toHaveLength(4);
  // The timer that waits for a quiet moment does not run.
  stopClock();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const leaveAfterTick = async (name: string, leave: () => void): Promise<readonly boolean[]> => {
    await itemBox(name).click();
    await expect.poll(() => stored).toBeNull();
    leave();
    return ticks();
  };
  const byHiding = await leaveAfterTick('Milk', () => document.dispatchEvent(new Event('visibilitychange')));
  expect(byHiding).toEqual([false, false, false, true]);
  const byClosing = await leaveAfterTick('Butter', () => window.dispatchEvent(new Event('pagehide')));
  expect(byClosing).toEqual([false, true, false, true]);
});

test.each([
  ['removed once they are on disk', null, true],
  ['kept while the disk refuses', { type: 'storage-full' }, false],
] as const)(
  '[Y4] ticks of a start that ended early are applied, unless the item was ticked since, and %s',
  async (_name, failure, isDone) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const takeFirstScreenTicks: FirstScreenStorage['takeFirstScreenTicks'] = async (_list, apply) => {
      await itemBox('Milk').click();
      await itemBox('Milk').click();
      const isApplied = apply([
        ['milk', true],
        ['eggs', true],
        ['gone', true],
      ]);
      resolve(await isApplied);
    };
    await showList(GROCERIES, {
      loadFirstScreenStorage: () => Promise.resolve({ ...storage, takeFirstScreenTicks }),
      async openList() {
        const open = await openInMemory(GROCERIES);
        return { ...open, store: { ...open.store, storageFailure: () => failure } };
      },
    });
    expect(await promise).toBe(isDone);
    await expect.element(itemBox('Eggs free range')).toBeChecked();
    await expect.element(itemBox('Milk')).not.toBeChecked();
  },
);

test('[L10] the name of an item is text in the copy, not markup', async () => {
  const name = '</div><b id="bold">Figs</b> & "dates"';
  const copy = await show([itemRow('figs', { name })]);
  expect(copy.querySelector('#bold, [id$="bold"]')).toBeNull();
  expect(copy.querySelector('[role="listitem"] label')?.textContent).toBe(name);
});

test('controls that the copy does not handle are inert, and it has no style attribute, which the page’s policy would refuse', async () => {
  const copy = await show();
  const answered = [...copy.querySelectorAll('button, select, a')].filter((control) => !control.hasAttribute('inert'));
  expect(answered).toEqual([]);
  expect(copy.querySelectorAll('[style]')).toHaveLength(0);
  expect(
    [...copy.querySelectorAll<HTMLLabelElement>('label[for]')].filter(({ htmlFor }) => !htmlFor.startsWith('first-')),
  ).toEqual([]);
});

test('the pointer may rest on a button: the copy does not have its tooltip', async () => {
  await show();
  await button('Save List').hover();
  await expect.poll(() => document.querySelector('[data-tooltip]')).not.toBeNull();
  await expect.poll(ticks).toHaveLength(4);
  expect(stored?.querySelector('[data-tooltip]')).toBeNull();
});

test('Shop mode, a menu and typed text are not part of a start, so no copy of them is stored', async () => {
  await show();
  await addField().fill('tea');
  await expect.poll(() => stored).toBeNull();
  await button('Shop mode').click();
  await expect.element(button('Done')).toBeVisible();
  window.dispatchEvent(new Event('pagehide'));
  expect(stored).toBeNull();
  await button('Done').click();
  window.dispatchEvent(new Event('pagehide'));
  expect(stored).toBeNull();
  await addField().fill('');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await expect.poll(ticks).toHaveLength(4);
});

/** Puts the first screen into the page, with ticks of this list, and a field in which the shopper types. */
function putFirstScreen(list: string): HTMLElement {
  const host = document.createElement('div');
  host.id = 'first-screen';
  const field = host.appendChild(document.createElement('input'));
  field.setAttribute('type', 'text');
  field.ariaLabel = 'Add shopping item';
  field.value = 'oat flakes';
  writeHandOver(host, {
    list,
    ticks: [
      ['milk', true],
      ['eggs', true],
      ['gone', true],
      ['eggs', false],
    ],
  });
  document.body.prepend(host);
  field.focus();
  field.setSelectionRange(3, 5);
  onTestFinished(() => host.remove());
  return host;
}

test('[Y4] [D4] the app takes over the ticks, the text, the focus and the caret of the first screen', async () => {
  const host = putFirstScreen(DEMO_USER.id);
  let applied = 0;
  host.addEventListener(APPLIED, () => (applied += 1));
  await showList(GROCERIES);
  await expect.element(itemBox('Milk')).toBeChecked();
  await expect.element(itemBox('Eggs free range')).not.toBeChecked();
  await expect.element(listHeading()).toHaveTextContent('(1/4 items)');
  await expect.element(addField()).toHaveValue('oat flakes');
  await expect.element(addField()).toHaveFocus();
  const { selectionStart, selectionEnd } = findField();
  expect([applied, selectionStart, selectionEnd, host.childElementCount]).toEqual([1, 3, 5, 0]);
});

const findField = (): HTMLInputElement => {
  const element = addField().element();
  if (!(element instanceof HTMLInputElement)) throw new Error('The add field is no input.');
  return element;
};

test('[Y4] ticks of another list are discarded; ticks of a list that is only in memory are kept for the next start', async () => {
  const other = putFirstScreen('another list');
  await showList(GROCERIES);
  await expect.element(addField()).toHaveValue('');
  expect([other.childElementCount, other.dataset['handOver']]).toEqual([0, undefined]);
  other.remove();
  await expect.element(itemBox('Milk')).not.toBeChecked();
  const host = putFirstScreen(DEMO_USER.id);
  const applied = vi.fn<() => void>();
  host.addEventListener(APPLIED, applied);
  const openFailure = { type: 'storage-blocked' } as const;
  await showList(GROCERIES, { openList: async () => ({ ...(await openInMemory(GROCERIES)), openFailure }) });
  await expect.element(itemBox('Milk')).toBeChecked();
  expect(applied).not.toHaveBeenCalled();
});
