/** The sync status in the header, and requests that push changes. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Arrival } from '#test/servers/fault-proxy.ts';

/** The visible count. The one for screen readers changes later. */
export const countOnItsWay = (page: Page): Locator => page.locator('[aria-hidden="true"]').filter({ hasText: COUNT });

const COUNT = /^\d+ items? (?:syncing|waiting)$/u;

/** Expects the status to be connected and everything synced. */
export async function expectSaved(page: Page): Promise<void> {
  // The status counts a change as soon as it is on disk, so right after a press it may not count it yet.
  await expect.poll(() => page.evaluate(countOutbox)).toBe(0);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect(countOnItsWay(page)).toHaveCount(0);
}

/** Runs in the page: counts the outbox on disk of the signed-in user. A write that started earlier is included. */
async function countOutbox(): Promise<number> {
  const { id } = JSON.parse(localStorage.getItem('user') ?? '{}') as { readonly id?: string };
  const opening = indexedDB.open(`checklist:${id}`);
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const counting = opening.result.transaction('outbox').objectStore('outbox').count();
  await new Promise((resolve) => counting.addEventListener('success', resolve));
  opening.result.close();
  return counting.result;
}

/** Whether a request pushes changes of the list. */
export const isUpsert = ({ method, path }: Arrival): boolean => method === 'POST' && path.includes('on_conflict=id');
