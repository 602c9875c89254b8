/** Messages between the tabs that show one list. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubPage, type FakePage } from '#test/doubles/fake-page.ts';
import { createTabs } from './tabs.ts';

let page: FakePage;
const open: ReturnType<typeof createTabs>[] = [];

beforeEach(() => {
  page = stubPage();
});

afterEach(() => {
  for (const tabs of open.splice(0)) tabs.close();
});

/** A tab and its number of callbacks. */
function openTab(user: string) {
  const tabs = createTabs(user);
  open.push(tabs);
  let news = 0;
  const stop = tabs.onChange(() => {
    news += 1;
  });
  return { ...tabs, stop, news: () => news };
}

test('[Y8] an announcement reaches only the other tabs that show the list', async () => {
  const [mine, other, bobs] = [openTab('ann'), openTab('ann'), openTab('bob')];
  mine.announce();
  await vi.waitFor(() => expect(other.news()).toBe(1));
  expect([mine.news(), bobs.news()]).toEqual([0, 0]);
});

test('[Y8] a tab that becomes visible is called back, because it may have been suspended', () => {
  const tab = openTab('ann');
  page.show('hidden');
  expect(tab.news()).toBe(0);
  page.show('visible');
  page.tell('window', 'pageshow');
  expect(tab.news()).toBe(2);
});

test('[Y8] an unsubscribed tab is not called back', async () => {
  const [mine, left, other] = [openTab('ann'), openTab('ann'), openTab('ann')];
  left.stop();
  mine.announce();
  page.show('visible');
  await vi.waitFor(() => expect(other.news()).toBe(2));
  expect(left.news()).toBe(0);
});

test('[Y8] a change that becomes durable after its list was closed announces nothing', () => {
  const tab = openTab('ann');
  tab.close();
  expect(() => tab.announce()).not.toThrow();
});

test('[Y8] a tab that is announced to while it reads its list is called back as soon as it subscribes', async () => {
  const mine = openTab('ann');
  const reading = createTabs('ann');
  open.push(reading);
  const other = openTab('ann');
  mine.announce();
  await vi.waitFor(() => expect(other.news()).toBe(1));
  const callback = vi.fn<() => void>();
  reading.onChange(callback);
  expect(callback).toHaveBeenCalledTimes(1);
  mine.announce();
  await vi.waitFor(() => expect(callback).toHaveBeenCalledTimes(2));
});
