/** The share sheet, QR codes, and text from other apps. */
import { afterEach, expect, test, vi } from 'vitest';
import { createDeviceFeatures } from './device-features.ts';
import { sharing } from './sharing.ts';

const LINK = 'https://list.example/#join=Qk3_-x9ZQk3_-x9ZQk3_-x9ZQk3_-x9Z';

afterEach(() => vi.unstubAllGlobals());

test('[H3] a link goes to the system’s share sheet, if there is one', async () => {
  vi.stubGlobal('navigator', {});
  expect(sharing.hasShareSheet).toBe(false);
  const share = vi.fn<(content: object) => Promise<void>>().mockResolvedValue();
  vi.stubGlobal('navigator', { share });
  expect(sharing.hasShareSheet).toBe(true);
  expect(await sharing.openShareSheet({ text: 'Join', url: LINK })).toBe(true);
  expect(share).toHaveBeenCalledWith({ text: 'Join', url: LINK });
});

test.each([
  ['was closed by the user', 'AbortError', true],
  ['is not allowed', 'NotAllowedError', false],
])('[H3] a share sheet that %s', async (_, name, isFine) => {
  vi.stubGlobal('navigator', { share: () => Promise.reject(new DOMException('', name)) });
  expect(await sharing.openShareSheet({ text: 'Join', url: LINK })).toBe(isFine);
});

test('[H3] a QR code has a quiet margin of four modules on each side', () => {
  const svg = decodeURIComponent(sharing.drawQrCode(LINK));
  const size = Number(/viewBox="0 0 (?<size>\d+) /u.exec(svg)?.groups?.['size']);
  const module = Number(/h(?<module>\d+)v/u.exec(svg)?.groups?.['module']);
  const places = [...svg.matchAll(/M(?<x>\d+),(?<y>\d+)h/gu)].flatMap(({ groups }) => [
    Number(groups?.['x']),
    Number(groups?.['y']),
  ]);
  expect(places.length).toBeGreaterThan(500);
  expect([Math.min(...places), Math.max(...places)]).toEqual([4 * module, size - 5 * module]);
});

test('[Q4] keeps the text that another app shared until it is deleted', async () => {
  const kept = new Map([['/shared-text', 'milk\nbread']]);
  vi.stubGlobal('caches', {
    match: async (key: string) => (kept.has(key) ? new Response(kept.get(key)) : undefined),
    has: async (name: string) => name === 'shared-text' && kept.size > 0,
    delete: async (name: string) => name === 'shared-text' && kept.delete('/shared-text'),
  });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('document', { addEventListener: () => undefined });
  const { hasSharedText } = createDeviceFeatures();
  expect(await sharing.readSharedText()).toBe('milk\nbread');
  expect([await hasSharedText(), await sharing.readSharedText()]).toEqual([true, 'milk\nbread']);
  await sharing.deleteSharedText();
  expect([await hasSharedText(), await sharing.readSharedText()]).toEqual([false, '']);
});

test('[Q4] a browser without caches has no shared text', async () => {
  expect('caches' in globalThis).toBe(false);
  expect(await sharing.readSharedText()).toBe('');
  await expect(sharing.deleteSharedText()).resolves.toBeUndefined();
});

test('[Q4] a browser that blocks caches has no shared text, and a deletion that fails is ignored', async () => {
  vi.stubGlobal('caches', {
    match: () => Promise.reject(new Error('Blocked')),
    delete: () => Promise.reject(new Error('Blocked')),
  });
  expect(await sharing.readSharedText()).toBe('');
  await expect(sharing.deleteSharedText()).resolves.toBeUndefined();
});
