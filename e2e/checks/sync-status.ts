/** The sync status in the header, and requests that push changes. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { AuthCallback } from '#e2e/fixtures/fault-proxy.ts';

/** The visible count. The one for screen readers changes later. */
export const countOnItsWay = (page: Page): Locator => page.locator('[aria-hidden="true"]').filter({ hasText: COUNT });

const COUNT = /^\d+ items? (?:syncing|waiting)$/u;

/** Expects the status to be connected and everything synced. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(countOnItsWay(page)).toHaveCount(0, { timeout: 15_000 });
}

/** Whether a request pushes changes of the list. */
export const isUpsert = ({ method, path }: AuthCallback): boolean =>
  method === 'POST' && path.includes('on_conflict=id');
