/** How tabs of one account hear of each other. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubPage } from '#test/doubles/fake-page.ts';
import type { FakePage } from '#test/doubles/fake-page.ts';
import { createTabs } from './tabs.ts';

let page: FakePage;
const open: ReturnType<typeof createTabs>[] = [];

beforeEach(() => {
  page = stubPage();
});

afterEach(() => {
  for (const tabs of open.splice(0)) tabs.close();
});

/** A tab and how often it was told to look. */
function openTab(user: string) {
  const tabs = createTabs(user);
  open.push(tabs);
  let news = 0;
  const stop = tabs.onNews(() => {
    news += 1;
  });
  return { ...tabs, stop, news: () => news };
}

test('[Y8] an announcement reaches the other tabs of the account, and nobody else', async () => {
  const [mine, other, bobs] = [openTab('ann'), openTab('ann'), openTab('bob')];
  mine.announce();
  await vi.waitFor(() => expect(other.news()).toBe(1));
  expect([mine.news(), bobs.news()]).toEqual([0, 0]);
});

test('[Y8] a tab that comes back into sight looks too, since it may have slept', () => {
  const tab = openTab('ann');
  page.show('hidden');
  expect(tab.news()).toBe(0);
  page.show('visible');
  page.tell('window', 'pageshow');
  expect(tab.news()).toBe(2);
});

test('[Y8] who has stopped hears nothing more', async () => {
  const [mine, left, other] = [openTab('ann'), openTab('ann'), openTab('ann')];
  left.stop();
  mine.announce();
  page.show('visible');
  await vi.waitFor(() => expect(other.news()).toBe(2));
  expect(left.news()).toBe(0);
});

test('[Y8] an act that becomes durable after its list was left announces nothing and breaks nothing', () => {
  const tab = openTab('ann');
  tab.close();
  expect(() => tab.announce()).not.toThrow();
});
