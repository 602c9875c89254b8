/** Copying text to the clipboard. */
import { expect, test, vi } from 'vitest';
import { copyText } from './copy-text.ts';

test('[Y4] copies a text to the clipboard', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect(await copyText('Milk')).toBe(true);
  expect(writeText).toHaveBeenCalledWith('Milk');
});

test('[Y4] reports a browser that refuses or has no clipboard for this page', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } });
  expect(await copyText('Milk')).toBe(false);
  vi.stubGlobal('navigator', {});
  expect(await copyText('Milk')).toBe(false);
});
