/** The app and the server's limits: an honest device never meets them. */
import { expect, test } from 'vitest';
import { GROUP_ROWS } from '#core/sync/push.ts';
import { MAX_ROWS_WRITTEN } from '#server/rest/request/payload.ts';

test('[Y4] a push of the app stays far below the size limit', () => {
  expect(GROUP_ROWS * 5).toBeLessThan(MAX_ROWS_WRITTEN);
});
