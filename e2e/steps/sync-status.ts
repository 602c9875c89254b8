/** How much the header says is on its way, and what of it the server was sent. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { AuthCallback } from './fault-proxy.ts';

/** The count as it is seen; what screen readers hear comes a moment later. */
export const countOnItsWay = (page: Page): Locator => page.locator('[aria-hidden="true"]').filter({ hasText: COUNT });

const COUNT = /^\d+ items? (?:syncing|waiting)$/u;

/** Connected, and everything is saved. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(countOnItsWay(page)).toHaveCount(0, { timeout: 15_000 });
}

/** Whether a request brings changes of the list. */
export const isUpsert = ({ method, path }: AuthCallback): boolean =>
  method === 'POST' && path.includes('on_conflict=id');
