/** The sharing port: the system's share sheet, QR codes, and text from other apps. A separate chunk, because the list does not need it. */
import { renderSVG } from 'uqr';
import type { Sharing } from '#client/ports/device-features.ts';
import { SHARED_TEXT } from '#client/ports/service-worker.ts';
import { findCaches } from '#device/caches.ts';

/** The quiet margin that ISO/IEC 18004 requires, in modules. */
const QUIET_MARGIN = 4;

export const sharing: Sharing = {
  get hasShareSheet() {
    return 'share' in navigator;
  },
  openShareSheet: (content) =>
    navigator.share(content).then(
      () => true,
      // Closing the share sheet rejects too.
      (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
    ),
  drawQrCode: (text) => `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: QUIET_MARGIN, ecc: 'M' }))}`,
  async readSharedText() {
    const response = await findCaches()
      ?.match(SHARED_TEXT.path)
      .catch(() => undefined);
    return (await response?.text()) ?? '';
  },
  async deleteSharedText() {
    await findCaches()
      ?.delete(SHARED_TEXT.cache)
      .catch(() => false);
  },
};
