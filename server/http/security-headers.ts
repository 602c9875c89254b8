/** Security headers for all responses, and plain text responses. */

/** The CSP source expressions of a page's inline scripts and styles, such as `'sha256-…'`. */
export type InlineHashes = {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
};

export type CaptchaProvider = 'hcaptcha' | 'turnstile';

/** Other origins that a page may use. */
export type ExternalOrigins = {
  /** The backend, if it is another server. */
  readonly backendUrl: string | null;
  readonly captcha: CaptchaProvider | null;
};

/**
 * Writes the Content-Security-Policy of a response.
 * @param inline hashes of the page's inline scripts and styles; all others are forbidden
 * @param external other origins that the page may use
 */
export function writeContentSecurityPolicy(inline: InlineHashes, external: ExternalOrigins | null): string {
  const { backendUrl, captcha } = external ?? { backendUrl: null, captcha: null };
  const captchaOrigins = captcha === null ? [] : CAPTCHA_ORIGINS[captcha];
  // Only the origin, because a source with a path would allow only that exact path.
  const origin = backendUrl === null ? null : new URL(backendUrl).origin;
  const backend = origin === null ? [] : [origin, origin.replace(/^http/, 'ws')];
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.scripts, ...captchaOrigins].join(' '),
    ["style-src 'self'", ...inline.styles, ...captchaOrigins].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...backend, ...captchaOrigins].join(' '),
    ...(captchaOrigins.length === 0 ? [] : [['frame-src', ...captchaOrigins].join(' ')]),
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The origins that the providers document (docs.hcaptcha.com, developers.cloudflare.com/turnstile). */
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

/** The headers of every response. A page with inline scripts or styles replaces the policy. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': writeContentSecurityPolicy({ scripts: [], styles: [] }, null),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // Product D7: the screen may stay on while shopping.
  'permissions-policy': `screen-wake-lock=(self), ${unusedFeatures.map((feature) => `${feature}=()`).join(', ')}`,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Creates an uncached response with one sentence of text. */
export function createTextResponse(status: number, sentence: string, headers: Record<string, string> = {}): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: {
      ...securityHeaders,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
  });
}
