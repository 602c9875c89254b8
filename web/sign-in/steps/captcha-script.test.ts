/** Loading the script of a captcha provider. */
import { afterEach, expect, test, vi } from 'vitest';
import { loadCaptcha } from './captcha.tsx';

/** Stubs the page's script loading. @returns the requested addresses */
function stubPage(answer: 'load' | 'error' | 'silence', onAnswer: () => void = () => undefined): readonly string[] {
  const requested: string[] = [];
  const append = (script: EventTarget & { readonly src: string }): void => {
    requested.push(script.src);
    if (answer === 'silence') return;
    onAnswer();
    script.dispatchEvent(new Event(answer));
  };
  vi.stubGlobal('document', {
    createElement: () => Object.assign(new EventTarget(), { src: '', remove: () => undefined }),
    head: { append },
  });
  return requested;
}

const API = { render: () => 1, remove: () => undefined };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('[A3] loads the provider’s script in explicit mode', async () => {
  const requested = stubPage('load', () => vi.stubGlobal('turnstile', API));
  expect(await loadCaptcha('turnstile')).toBe(API);
  expect(requested).toEqual(['https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit']);
});

test('[A3] does not load the script twice', async () => {
  const requested = stubPage('load');
  vi.stubGlobal('hcaptcha', API);
  expect(await loadCaptcha('hcaptcha')).toBe(API);
  expect(requested).toEqual([]);
});

test('[A3] [W5] a blocked script counts as missing, and the next call tries again', async () => {
  const requested = stubPage('error');
  expect(await loadCaptcha('hcaptcha')).toBe(null);
  expect(await loadCaptcha('hcaptcha')).toBe(null);
  expect(requested.length).toBe(2);
});

test('[A3] a script that defines nothing counts as missing', async () => {
  stubPage('load', () => vi.stubGlobal('hcaptcha', { render: 'no function' }));
  expect(await loadCaptcha('hcaptcha')).toBe(null);
});

test('[A3] [Y6] waits ten seconds for a script that never arrives', async () => {
  vi.useFakeTimers();
  stubPage('silence');
  const loading = loadCaptcha('turnstile');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await loading).toBe(null);
});
