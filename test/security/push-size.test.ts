/** The app and the server's limits: an honest device never meets them. */
import { expect, test } from 'vitest';
import { GROUP_ROWS } from '#core/sync/push-groups.ts';
import { MAX_ROWS_WRITTEN } from '#server/rest/request/payload.ts';

test('[Y4] what a device sends at once stays far below what a request may hold', () => {
  expect(GROUP_ROWS * 5).toBeLessThan(MAX_ROWS_WRITTEN);
});
