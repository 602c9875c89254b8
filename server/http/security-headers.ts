/** The headers that tell a browser what no page of this server may do. */
import type { CaptchaProvider } from '#server/settings/settings.ts';

/** The CSP source expressions of a page's inline scripts and styles, such as `'sha256-…'`. */
export type InlineHashes = {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
};

/** Whom else than this server a page may meet. */
export type ExternalOrigins = {
  /** The backend where that is another server. */
  readonly backendUrl: string | null;
  readonly captcha: CaptchaProvider | null;
};

/**
 * Writes the Content-Security-Policy of one answer.
 * Takes the hashes of the inline scripts and styles the page really has: everything else inline stays forbidden; and whom
 * else the page may meet, or null.
 */
export function writeContentSecurityPolicy(inline: InlineHashes, external: ExternalOrigins | null): string {
  const { backendUrl, captcha } = external ?? { backendUrl: null, captcha: null };
  const asked = captcha === null ? [] : CAPTCHA_ORIGINS[captcha];
  // The origin: a source with a path would allow that one address and nothing below it.
  const origin = backendUrl === null ? null : new URL(backendUrl).origin;
  const backend = origin === null ? [] : [origin, origin.replace(/^http/, 'ws')];
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.scripts, ...asked].join(' '),
    ["style-src 'self'", ...inline.styles, ...asked].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...backend, ...asked].join(' '),
    ...(asked.length === 0 ? [] : [['frame-src', ...asked].join(' ')]),
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** What the providers ask for (docs.hcaptcha.com, developers.cloudflare.com/turnstile). */
const CAPTCHA_ORIGINS: Readonly<Record<CaptchaProvider, readonly string[]>> = {
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  turnstile: ['https://challenges.cloudflare.com'],
};

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
