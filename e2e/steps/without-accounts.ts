/** Simulates a server without a backend, which serves only the built app. */
import type { Page } from '@playwright/test';

export const withoutAccounts = (page: Page): Promise<unknown> =>
  page.route('**/config.json', (route) => route.fulfill({ status: 404, body: '' }));
