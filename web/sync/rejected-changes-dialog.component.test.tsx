/** Changes that the backend rejected, in a real browser: how shoppers learn of them, and retry, copy or discard them. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Patch } from '#core/diff/diff.ts';
import type { RejectedGroup } from '#core/sync/sync-record.ts';
import { showShared } from '#web/testing/shared-list.ts';
import { announced, button, dialog, looksIn, press } from '#web/testing/steps.ts';

const rename = (id: string, name: string): Patch => ({ table: 'items', id, fields: { name } });

const groupOf = (id: string, patch: Patch, message = 'name too long'): RejectedGroup => ({
  id,
  group: { table: patch.table, deviceId: 'phone', patches: [{ patch, seq: 1 }] },
  message,
});

const MILK = groupOf('a', rename('milk', 'Oat milk'));
const EGGS = groupOf('b', rename('eggs', 'Brown eggs'));
const DAIRY = groupOf('c', { table: 'categories', id: 'dairy', fields: { inList: true } }, '');

const review = dialog('Changes Not Saved');

/** Shows the list while the backend has rejected these groups. The calls of the buttons remove them. */
async function showRejected(...groups: readonly RejectedGroup[]) {
  let status = { pending: 0, firstSync: null, hasPulled: true, rejected: groups };
  const calls: string[] = [];
  const set = (rejected: readonly RejectedGroup[]): void => {
    status = { ...status, rejected };
    notify();
  };
  const answer = (call: string) => (id: string) => {
    calls.push(`${call} ${id}`);
    set(status.rejected.filter((group) => group.id !== id));
  };
  const { notify } = await showShared({ status: () => status, retry: answer('retry'), discard: answer('discard') });
  return { calls, set };
}

test('[Y4] a notice about rejected changes leads to them; after Later, the menu does until more are rejected', async () => {
  const { set } = await showRejected(MILK);
  const notice = page.getByText('1 change couldn’t be saved.');
  await expect.element(notice).toBeVisible();
  await button('Later').click();
  await expect.element(notice).not.toBeInTheDocument();
  await button('Menu').click();
  await button('1 change not saved').click();
  await expect.element(review.getByRole('heading', { name: 'Oat milk', exact: true })).toBeVisible();
  await button('Close', review).click();
  set([MILK, EGGS]);
  await expect.element(page.getByText('2 changes couldn’t be saved.')).toBeVisible();
  await button('Review').click();
  await expect.element(review).toBeVisible();
});

test('[Y4] equal rejections are one card with the names, their number and the server’s message; Retry sends only them', async () => {
  const { calls } = await showRejected(MILK, DAIRY, EGGS);
  await button('Review').click();
  const cards = review.getByRole('listitem');
  await expect
    .element(cards.first())
    .toHaveTextContent('Oat milk, Brown eggs2 itemsMessage from the server: name too long');
  await expect.element(cards.nth(1)).toHaveTextContent('Dairy1 categoryThe server didn’t give a reason.');
  await expect.element(cards).toHaveLength(2);
  for (const text of [review.getByRole('heading', { name: 'Dairy' }), review.getByText('name too long')])
    await expect.element(text).toHaveAttribute('dir', 'auto');
  expect(looksIn(review)).toMatchObject({
    'Discard: Oat milk, Brown eggs': 'quietDanger',
    'Discard: Dairy': 'quietDanger',
  });
  await button('Retry: Oat milk, Brown eggs', review).click();
  await expect.element(announced('Retrying 2 changes')).toBeVisible();
  await expect.element(cards).toHaveLength(1);
  expect(calls).toEqual(['retry a', 'retry b']);
  // A single change has only the buttons of its card.
  await expect.element(button('Retry all', review)).not.toBeInTheDocument();
  await button('Retry: Dairy', review).click();
  await expect.element(review.getByText('You’re all caught up. There are no unsaved changes.')).toBeVisible();
  expect(calls).toEqual(['retry a', 'retry b', 'retry c']);
});

test('[Y4] [D4] Discard asks first, with the focus on Keep, and then discards only that card', async () => {
  const { calls } = await showRejected(MILK, DAIRY);
  await button('Review').click();
  await button('Discard: Dairy', review).click();
  const question = review.getByRole('alert');
  await expect
    .element(question)
    .toHaveTextContent('Discard this change? It’s only on this device, and you can’t get it back.');
  await expect.element(button('Keep', question)).toHaveFocus();
  expect(looksIn(question)).toEqual({ Keep: 'plain', Discard: 'danger' });
  await press('{Enter}');
  await expect.element(question).not.toBeInTheDocument();
  expect(calls).toEqual([]);
  await expect.element(button('Copy: Dairy', review)).toBeVisible();
  await button('Discard: Dairy', review).click();
  await button('Discard', question).click();
  await expect.element(announced('1 change discarded')).toBeVisible();
  await expect.element(review.getByRole('heading', { name: 'Oat milk', exact: true })).toBeVisible();
  await expect.poll(() => review.element().contains(document.activeElement)).toBe(true);
  expect(calls).toEqual(['discard c']);
});

test('[Y4] a card names five rows and counts the others, and its copied text has every field of all of them', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const fields = { name: '', category: 'dairy', checked: true, deleted: false, amount: null, note: 'ripe' };
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const groups = ids.map((id) =>
    groupOf(id, { table: 'items', id, fields: id === 'f' ? fields : { name: `Pear ${id}` } }),
  );
  await showRejected(...groups);
  await button('Review').click();
  await expect
    .element(review.getByRole('heading', { name: /^Pear a, Pear b, Pear c, Pear d, Pear e and 1 more$/u }))
    .toBeVisible();
  await button('Copy all', review).click();
  await expect.poll(() => copy.mock.lastCall?.[0]).toMatch(/^6 items\nPear a: name Pear a\n/u);
  expect(copy.mock.lastCall?.[0].split('\n').slice(-2)).toEqual([
    'no name: name , category Dairy, checked yes, deleted no, amount none, note ripe',
    'Message from the server: name too long',
  ]);
});

test('[Y4] several changes that are one card have one row of buttons, which copies all of them or says why it cannot', async () => {
  const copy = vi
    .spyOn(navigator.clipboard, 'writeText')
    .mockRejectedValueOnce(new Error('denied'))
    .mockResolvedValue();
  const { calls } = await showRejected(MILK, EGGS);
  await button('Review').click();
  await button('Copy all', review).click();
  await expect.element(announced('Couldn’t copy. Select the text and copy it yourself.')).toBeVisible();
  await button('Copy all', review).click();
  await expect.element(announced('Copied')).toBeVisible();
  expect(copy).toHaveBeenLastCalledWith(
    expect.stringContaining('Oat milk: name Oat milk\nBrown eggs: name Brown eggs'),
  );
  await expect.element(review.getByRole('button', { name: /^Copy/u })).toHaveLength(1);
  await button('Discard all', review).click();
  await expect.element(announced('Copied')).not.toBeInTheDocument();
  await button('Discard', review.getByRole('alert')).click();
  await expect.element(announced('2 changes discarded')).toBeVisible();
  expect(calls).toEqual(['discard a', 'discard b']);
});
