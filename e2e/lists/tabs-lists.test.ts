/** Several tabs of one browser, each with a different list. */
import { expect } from '@playwright/test';
import { devicesTest as test, expectSame, setOffline } from '#e2e/fixtures/devices.ts';
import { inventAccount, signIn, signUp } from '#e2e/steps/account.ts';
import { addItem, itemBox } from '#e2e/steps/enter-demo.ts';
import { createList, switchTo } from '#e2e/steps/lists.ts';

test('[H2] [H7] three tabs show three lists, and each change reaches its own list on another device', async ({
  openDevice,
}) => {
  const account = inventAccount();
  const first = await openDevice();
  await signUp(first, account);
  await createList(first, 'Camping');
  await createList(first, 'Party');
  const tabs = [
    { tab: first, list: 'Party', item: 'Bread' },
    { tab: await first.context().newPage(), list: 'Camping', item: 'Milk' },
    { tab: await first.context().newPage(), list: 'My List', item: 'Leek' },
  ];
  for (const { tab, list } of tabs.slice(1)) {
    await tab.goto('/');
    await switchTo(tab, list);
  }
  await setOffline(first, true);
  for (const { tab, item } of tabs) await addItem(tab, item);
  for (const { tab, item } of tabs) {
    for (const other of tabs) await expect(itemBox(tab, other.item)).toHaveCount(other.item === item ? 1 : 0);
  }
  await setOffline(first, false);

  const second = await openDevice();
  await signIn(second, account);
  for (const { tab, list, item } of tabs.toReversed()) {
    if (list !== 'My List') await switchTo(second, list);
    await expect(itemBox(second, item)).toBeVisible({ timeout: 20_000 });
    await expectSame(tab, second);
  }
});
