/** The link sharing port: the system's share sheet, and QR codes. A separate chunk, because only owners of lists need it. */
import { renderSVG } from 'uqr';
import type { LinkSharing } from '#client/ports/device-features.ts';

/** The quiet margin that ISO/IEC 18004 requires, in modules. */
const QUIET_MARGIN = 4;

export const linkSharing: LinkSharing = {
  get hasShareSheet() {
    return 'share' in navigator;
  },
  openShareSheet: (text, url) =>
    navigator.share({ text, url }).then(
      () => true,
      // Closing the share sheet rejects too.
      (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
    ),
  drawQrCode: (text) => `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: QUIET_MARGIN, ecc: 'M' }))}`,
};
