/** The log of failures that the app does not show. */
import { expect, test, vi } from 'vitest';
import { logToConsole } from './backend-access.ts';

test('[spec-8] the console gets the event and the code', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  logToConsole('sync failed', '42501');
  expect(warn.mock.calls).toEqual([['checklist: sync failed', '42501']]);
});
