/** A list without items in a real browser: what it says and offers. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { GROCERIES, showList } from '#web/testing/show-list.tsx';
import { addField, addItem, button, categoryButton, dialog, field, itemBox, press } from '#web/testing/steps.ts';

test('[spec-2] a list without categories says so, and offers to add one', async () => {
  await showList({});
  await expect.element(page.getByText('No categories available. Add some categories to get started!')).toBeVisible();
  await expect.element(button('Select')).not.toBeInTheDocument();
  await expect.element(button('Clear checked')).not.toBeInTheDocument();
  await button('Add a category').click();
  await field('Category name', dialog('Add New Category')).fill('Garden');
  await press('{Enter}');
  await expect.element(categoryButton('Garden (0/0)')).toBeVisible();
  await expect.element(page.getByText('No items in this category')).toBeVisible();
  await expect.element(page.getByText('Your list is empty. What do you need?')).toBeVisible();
  await button('Undo').click();
  await expect.element(page.getByText('No categories available. Add some categories to get started!')).toBeVisible();
});

test('[L2] a list with categories but without items invites to add one', async () => {
  await showList({ categories: GROCERIES.categories ?? [] });
  await expect.element(page.getByText('Your list is empty. What do you need?')).toBeVisible();
  await button('Add an item').click();
  await expect.element(addField()).toHaveFocus();
  await addItem('Milk');
  await expect.element(itemBox('Milk')).toBeVisible();
  await expect.element(page.getByText('Your list is empty. What do you need?')).not.toBeInTheDocument();
});

test('[L11] the empty list offers eight staples; several can be tapped, and a second tap takes one back', async () => {
  await showList({});
  const staples = page.getByRole('group', { name: 'Tap to add' });
  await expect.poll(() => staples.getByRole('button').elements().length).toBe(8);
  await button('Milk', staples).click();
  await expect.element(categoryButton('Dairy & Eggs (0/1)')).toBeVisible();
  await button('Bread', staples).click();
  await expect.element(itemBox('Bread')).toBeVisible();
  await button('Milk', staples).click();
  await expect.element(itemBox('Milk')).not.toBeInTheDocument();
  await expect.element(button('Bread', staples)).toHaveAttribute('aria-pressed', 'true');
  await addItem('Tofu');
  await expect.element(staples).not.toBeInTheDocument();
});

test('[O7] [L11] when the list becomes empty again, it offers what was just bought', async () => {
  await showList(GROCERIES);
  for (const name of ['Butter', 'Milk', 'Bread', 'Eggs free range']) await itemBox(name).click();
  await button('Clear checked').click();
  const staples = page.getByRole('group', { name: 'Tap to add' });
  const first = () => {
    const buttons = staples.getByRole('button').elements();
    return buttons.slice(0, 4).map(({ textContent }) => textContent);
  };
  await expect.poll(() => first().toSorted()).toEqual(['Bread', 'Butter', 'Eggs', 'Milk']);
  await button('Coffee', staples).click();
  await itemBox('Coffee').click();
  await button('Clear checked').click();
  await expect.poll(first).toContain('Coffee');
});
