/** Copying a text out of the app. */
import { expect, test, vi } from 'vitest';
import { copyText } from './copy-text.ts';

test('[Y4] a text is put where the shopper can paste it from', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect(await copyText('Milk')).toBe(true);
  expect(writeText).toHaveBeenCalledWith('Milk');
});

test('[Y4] a browser that refuses, or has no clipboard for this page, is told apart', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } });
  expect(await copyText('Milk')).toBe(false);
  vi.stubGlobal('navigator', {});
  expect(await copyText('Milk')).toBe(false);
});
