/** Replacing the current list with a new empty list or the default list (spec sections 4 and 5). */
import { beforeEach, expect, test } from 'vitest';
import { boxOf, emulateMedia, tap } from '#web/testing/gestures.ts';
import { showDemo } from '#web/testing/show-list.tsx';
import { button, dialog, itemBox, listHeading } from '#web/testing/steps.ts';

beforeEach(() => showDemo());

test('[D4] a tap outside a dialog closes it and presses nothing below; the next tap reaches the list', async () => {
  await emulateMedia({ reducedMotion: 'reduce' });
  await button('Save List').click();
  await expect.element(dialog('Save List')).toBeVisible();
  const { x, y } = boxOf(itemBox('Bagels'));
  await tap({ x: x + 5, y: y + 5 });
  await expect.element(dialog('Save List')).not.toBeInTheDocument();
  await expect.element(listHeading()).toHaveTextContent('My List (0/130 items)');
  await tap({ x: x + 5, y: y + 5 });
  await expect.element(itemBox('Bagels')).toBeChecked();
});
