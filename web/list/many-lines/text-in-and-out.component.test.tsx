/** Adding many lines at once, from pasted, typed and shared text, and the list as text. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { itemRow } from '#core/testing/contents.ts';
import { showShared } from '#web/testing/shared-list.ts';
import { GROCERIES, restartDemo, showDemo, showList } from '#web/testing/show-list.tsx';
import {
  addItem,
  announced,
  button,
  categoryButton,
  dialog,
  groupButton,
  itemBox,
  listHeading,
  pasteIntoAddField,
  press,
  pressAndConfirm,
  pressInMenu,
  pressOn,
  row,
  section,
} from '#web/testing/steps.ts';

beforeEach(() => showDemo());

test('[Q4] [L13] [U2] a missing category for unknown names is created in the same step', async () => {
  const misc = 'Misc e.g. (Flowers, Gift Cards, Tape)';
  await button('Select').click();
  await page.getByRole('checkbox', { name: `Select ${misc}` }).click();
  await button('Delete (1)').click();
  await button('Delete', page.getByRole('dialog')).click();
  await expect.element(groupButton(misc)).not.toBeInTheDocument();
  await pasteIntoAddField('Oat milk\nXylophone');
  await addAll();
  await expect.element(section('Other').getByRole('checkbox', { name: 'Xylophone' })).toBeInTheDocument();
  await button('Undo: 2 items added').click();
  await expect.element(groupButton('Other')).not.toBeInTheDocument();
});

test('[Q4] 500 lines are previewed, and added in one step', async () => {
  await pasteIntoAddField(Array.from({ length: 500 }, (_, at) => `${at + 1} Thing no. ${at}`).join('\n'));
  await expect.poll(() => document.querySelectorAll('dialog li').length).toBe(500);
  await button('Add 500 items').click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/630 items)');
  await button('Undo: 500 items added').click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/130 items)');
});

test('[Q5] the list can be copied as text, and pasted back into an empty list', async () => {
  let copied = '';
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void (copied = text));
  await pressAndConfirm('Create New Empty List', 'Create');
  await pressInMenu('Copy as text');
  await expect.element(announced('Your list is empty, so there’s nothing to share.')).toBeVisible();
  for (const text of ['2 l milk (lactose-free)', 'bread', '"2 butter"']) await addItem(text, 'Snacks');
  await itemBox('Bread').click();
  await pressInMenu('Copy as text');
  await expect.element(announced('List copied as text')).toBeVisible();
  expect(copied).toBe('New List\n\nSnacks:\n- [ ] "2 butter"\n- [x] Bread\n- [ ] 2 l Milk (lactose-free)\n');
  await pasteIntoAddField(copied);
  await expect.element(button('Add 0 items')).toBeDisabled();
  await expect.element(page.getByText('Already on the list', { exact: true })).toHaveLength(3);
  await expect.element(page.getByRole('checkbox', { name: 'New List', exact: true })).not.toBeChecked();
  await press('{Escape}');
  await pressAndConfirm('Create New Empty List', 'Create');
  await pasteIntoAddField(copied);
  await addAll();
  await expect.element(listHeading()).toHaveTextContent('New List (1/3 items)');
  await expect.element(itemBox('Bread')).toBeChecked();
  await expect.element(itemBox('2 butter')).toBeVisible();
  await expect.element(row('Milk lactose-free').getByRole('button', { name: '2 l, Milk' })).toBeVisible();
});

test('[Q5] where the system has a share sheet, the list can be sent as text', async () => {
  let sent = '';
  const share = async ({ text }: { readonly text: string }) => void (sent = text);
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  await restartDemo();
  await pressInMenu('Share as text');
  await expect.poll(() => sent).toMatch(/^My List\n\n.+:\n- \[ \] /);
});

test('[Q5] what’s left is copied without checked items; a message says if nothing is left, or if copying or sharing fails', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const share = () => Promise.reject(new DOMException('Not now', refusal));
  let refusal = 'NotAllowedError';
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  await showList(GROCERIES);
  await itemBox('Milk').click();
  await pressInMenu('Copy what’s left');
  await expect.element(announced('List copied as text')).toBeVisible();
  expect(writeText.mock.lastCall?.[0]).toMatch(/Bread[\s\S]*Butter[\s\S]*12 Eggs \(free range\)\n$/u);
  expect(writeText.mock.lastCall?.[0]).not.toContain('Milk');
  writeText.mockRejectedValue(new Error('Not allowed'));
  await pressInMenu('Copy as text');
  await expect.element(announced('The list couldn’t be copied. Your browser doesn’t allow it.')).toBeVisible();
  const notShared = announced('The list couldn’t be shared. Copy it as text instead.');
  await pressInMenu('Share as text');
  await expect.element(notShared).toBeVisible();
  await showList({ ...GROCERIES, items: [itemRow('milk', { name: 'Milk', checked: true })] });
  // The shopper closed the share sheet.
  refusal = 'AbortError';
  await pressInMenu('Share as text');
  await pressInMenu('Copy what’s left');
  await expect.element(announced('Nothing is left to copy')).toBeVisible();
  await expect.element(notShared).not.toBeInTheDocument();
});

test('[Q4] [L6] an item that someone else added under the preview, while rows must not move, is not added twice', async () => {
  const { receive } = await showShared();
  await pasteIntoAddField('baguette\ncroissant');
  await expect.element(button('Add 2 items')).toBeVisible();
  const point = (type: string): boolean => dispatchEvent(new PointerEvent(type, { pointerId: 7, isPrimary: true }));
  point('pointerdown');
  await receive({ items: [itemRow('other', { name: 'Baguette', category: 'bakery' })] });
  await pressOn(button('Add 2 items'), '{Enter}');
  await expect.element(announced('1 item added. 1 was already on the list')).toBeVisible();
  point('pointerup');
  await expect.element(categoryButton('Bakery (0/3)')).toBeVisible();
});

/** Adds the lines of the preview. */
const addAll = async (): Promise<void> => {
  const preview = dialog('Add Several Items');
  await preview.getByRole('button', { name: /^Add \d+ items?$/ }).click();
  await expect.element(preview).not.toBeInTheDocument();
};
