/** An app whose server says of no backend: as where only the built app is handed out. */
import type { Page } from '@playwright/test';

export const withoutAccounts = (page: Page): Promise<unknown> =>
  page.route('**/config.json', (route) => route.fulfill({ status: 404, body: '' }));
