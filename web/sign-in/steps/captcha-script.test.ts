/** Loading the script of who checks that a person fills in a form. */
import { afterEach, expect, test, vi } from 'vitest';
import { loadCaptcha } from './captcha-script.ts';

/** A page on which a script is answered as the test says; gives the addresses that were asked for. */
function stubPage(answer: 'load' | 'error' | 'silence', onAnswer: () => void = () => undefined): readonly string[] {
  const asked: string[] = [];
  const append = (script: EventTarget & { readonly src: string }): void => {
    asked.push(script.src);
    if (answer === 'silence') return;
    onAnswer();
    script.dispatchEvent(new Event(answer));
  };
  vi.stubGlobal('document', {
    createElement: () => Object.assign(new EventTarget(), { src: '', remove: () => undefined }),
    head: { append },
  });
  return asked;
}

const API = { render: () => 1, remove: () => undefined };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('[A3] the script comes from its provider, which is asked to wait until it is told where to show itself', async () => {
  const asked = stubPage('load', () => vi.stubGlobal('turnstile', API));
  expect(await loadCaptcha('turnstile')).toBe(API);
  expect(asked).toEqual(['https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit']);
});

test('[A3] a script that is there already is not fetched again', async () => {
  const asked = stubPage('load');
  vi.stubGlobal('hcaptcha', API);
  expect(await loadCaptcha('hcaptcha')).toBe(API);
  expect(asked).toEqual([]);
});

test('[A3] [W5] a script that is blocked is none, and the next try asks again', async () => {
  const asked = stubPage('error');
  expect(await loadCaptcha('hcaptcha')).toBe(null);
  expect(await loadCaptcha('hcaptcha')).toBe(null);
  expect(asked.length).toBe(2);
});

test('[A3] a script that comes but brings nothing is none', async () => {
  stubPage('load', () => vi.stubGlobal('hcaptcha', { render: 'no function' }));
  expect(await loadCaptcha('hcaptcha')).toBe(null);
});

test('[A3] [Y6] a script that never comes is waited for ten seconds, not for ever', async () => {
  vi.useFakeTimers();
  stubPage('silence');
  const loading = loadCaptcha('turnstile');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await loading).toBe(null);
});
