/** The share sheet and QR codes. */
import { afterEach, expect, test, vi } from 'vitest';
import { linkSharing } from './link-sharing.ts';

const LINK = 'https://list.example/#join=Qk3_-x9ZQk3_-x9ZQk3_-x9ZQk3_-x9Z';

afterEach(() => vi.unstubAllGlobals());

test('[H3] a link goes to the system’s share sheet, if there is one', async () => {
  vi.stubGlobal('navigator', {});
  expect(linkSharing.hasShareSheet).toBe(false);
  const share = vi.fn<(content: object) => Promise<void>>().mockResolvedValue();
  vi.stubGlobal('navigator', { share });
  expect(linkSharing.hasShareSheet).toBe(true);
  expect(await linkSharing.openShareSheet('Join', LINK)).toBe(true);
  expect(share).toHaveBeenCalledWith({ text: 'Join', url: LINK });
});

test.each([
  ['was closed by the user', 'AbortError', true],
  ['is not allowed', 'NotAllowedError', false],
])('[H3] a share sheet that %s', async (_, name, isFine) => {
  vi.stubGlobal('navigator', { share: () => Promise.reject(new DOMException('', name)) });
  expect(await linkSharing.openShareSheet('Join', LINK)).toBe(isFine);
});

test('[H3] a QR code has a quiet margin of four modules on each side', () => {
  const svg = decodeURIComponent(linkSharing.drawQrCode(LINK));
  const size = Number(/viewBox="0 0 (?<size>\d+) /u.exec(svg)?.groups?.['size']);
  const module = Number(/h(?<module>\d+)v/u.exec(svg)?.groups?.['module']);
  const places = [...svg.matchAll(/M(?<x>\d+),(?<y>\d+)h/gu)].flatMap(({ groups }) => [
    Number(groups?.['x']),
    Number(groups?.['y']),
  ]);
  expect(places.length).toBeGreaterThan(500);
  expect([Math.min(...places), Math.max(...places)]).toEqual([4 * module, size - 5 * module]);
});
