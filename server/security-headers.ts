/** The headers that tell a browser what no page of this server may do. */
import type { InlineHashes } from './web/inline-hashes.ts';

/**
 * Writes the Content-Security-Policy of one answer.
 * Takes the hashes of the inline scripts and styles the page really has: everything else inline stays forbidden; and the
 * address of the backend where that is another server, or null.
 */
export function writeContentSecurityPolicy(inline: InlineHashes, backendUrl: string | null): string {
  // The origin: a source with a path would allow that one address and nothing below it.
  const origin = backendUrl === null ? null : new URL(backendUrl).origin;
  const backend = origin === null ? [] : [origin, origin.replace(/^http/, 'ws')];
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.scripts].join(' '),
    ["style-src 'self'", ...inline.styles].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...backend].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** What every answer carries; a page with inline scripts or styles brings a policy of its own. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': writeContentSecurityPolicy({ scripts: [], styles: [] }, null),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // Product D7: the screen may stay on while shopping.
  'permissions-policy': `screen-wake-lock=(self), ${unusedFeatures.map((feature) => `${feature}=()`).join(', ')}`,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
