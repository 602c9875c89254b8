/** The security check of the sign-in card in a real browser: its tokens, its size, and what happens without it. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fail, ok } from '#core/result.ts';
import type { AuthSettings, Captcha } from '#client/ports/accounts.ts';
import type { CaptchaApi } from '#web/sign-in/steps/captcha.tsx';
import { DEFAULT_SETTINGS } from '#web/sign-in/steps/call-accounts.ts';
import { emulateMedia } from '#web/testing/gestures.ts';
import { showSignIn } from '#web/testing/show-list.tsx';
import { button, field, press } from '#web/testing/steps.ts';

async function trySignIn(): Promise<void> {
  await field('Email').fill('ann@example.org');
  await field('Password').fill('wrong1');
  await press('{Enter}');
}

test('[A3] a captcha that the server requires fits the card and its colors, and gives each call a new token', async () => {
  const shown: Parameters<CaptchaApi['render']>[1][] = [];
  const removed: unknown[] = [];
  const captchas: CaptchaApi = {
    render: (_, options) => shown.push(options),
    remove: (id) => void removed.push(id),
  };
  Object.assign(window, { turnstile: captchas });
  onTestFinished(() => void Reflect.deleteProperty(window, 'turnstile'));
  const tokens: Captcha[] = [];
  const captcha = { provider: 'turnstile', siteKey: 'key' } as const;
  await showSignIn({
    settings: () => Promise.resolve(ok({ ...DEFAULT_SETTINGS, captcha })),
    signIn(_, token) {
      tokens.push(token);
      return Promise.resolve(fail({ type: 'invalid-credentials' }));
    },
  });
  await expect.poll(() => shown).toHaveLength(1);
  expect(shown[0]).toMatchObject({ sitekey: 'key', theme: 'light', size: 'flexible' });
  await page.viewport(320, 640);
  await emulateMedia({ colorScheme: 'dark' });
  for (const [at, token] of ['first', 'second', undefined].entries()) {
    const solve = shown[at]?.['callback'];
    if (typeof solve === 'function' && token !== undefined) Reflect.apply(solve, undefined, [token]);
    await trySignIn();
    await expect.poll(() => tokens).toHaveLength(at + 1);
    await expect.poll(() => shown).toHaveLength(at + 2);
  }
  // A token that was used is not sent again.
  expect(tokens).toEqual(['first', 'second', undefined]);
  expect(shown[1]).toMatchObject({ size: 'compact', theme: 'dark' });
  // Only the last one is left.
  expect(removed).toEqual([1, 2, 3]);
});

test('[A3] a captcha whose script is blocked offers to try again, and then loads it from its provider, for the colors of the page', async () => {
  const scripts: HTMLScriptElement[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    if (script instanceof HTMLScriptElement) scripts.push(script);
  });
  const captcha = { provider: 'hcaptcha', siteKey: 'key' } as const;
  await showSignIn({ settings: () => Promise.resolve(ok({ ...DEFAULT_SETTINGS, captcha })) });
  document.documentElement.dataset['theme'] = 'dark';
  const shown: Parameters<CaptchaApi['render']>[1][] = [];
  onTestFinished(() => {
    delete document.documentElement.dataset['theme'];
    Reflect.deleteProperty(window, 'hcaptcha');
  });
  await expect.poll(() => scripts).toHaveLength(1);
  expect(scripts[0]?.src).toBe('https://js.hcaptcha.com/1/api.js?render=explicit');
  scripts[0]?.dispatchEvent(new Event('error'));
  const box = page.getByRole('group', { name: 'Security check' });
  await expect.element(box.getByRole('alert')).toHaveTextContent(/^The security check couldn’t be loaded\./u);
  await button('Try again', box).click();
  await expect.poll(() => scripts).toHaveLength(2);
  Object.assign(window, {
    hcaptcha: { render: (_: unknown, options: object) => shown.push({ ...options }), remove: () => {} },
  });
  scripts[1]?.dispatchEvent(new Event('load'));
  await expect.poll(() => shown).toHaveLength(1);
  expect(shown[0]).toMatchObject({ sitekey: 'key', theme: 'dark', size: 'normal' });
  await expect.element(box.getByRole('alert')).not.toBeInTheDocument();
});

test('[A3] if a captcha cannot be shown, an error offers to try again; an expired token is not sent', async () => {
  let isBroken = true;
  const shown: Parameters<CaptchaApi['render']>[1][] = [];
  const captchas: CaptchaApi = {
    render(_, options) {
      if (isBroken) throw new Error('Invalid site key');
      return shown.push(options);
    },
    remove: () => undefined,
  };
  Object.assign(window, { hcaptcha: captchas });
  onTestFinished(() => void Reflect.deleteProperty(window, 'hcaptcha'));
  const tokens: Captcha[] = [];
  let captcha: AuthSettings['captcha'] = null;
  await showSignIn({
    settings: () => Promise.resolve(ok({ ...DEFAULT_SETTINGS, captcha })),
    signIn(_, token) {
      tokens.push(token);
      captcha = { provider: 'hcaptcha', siteKey: 'key' };
      return Promise.resolve(fail({ type: 'captcha-needed' }));
    },
  });
  // The server has started to require a captcha since the page read its settings.
  await trySignIn();
  const box = page.getByRole('group', { name: 'Security check' });
  await expect.element(box.getByRole('alert')).toHaveTextContent(/^The security check couldn’t be loaded\./u);
  isBroken = false;
  await button('Try again', box).click();
  await expect.element(box.getByRole('alert')).not.toBeInTheDocument();
  await expect.poll(() => shown).toHaveLength(1);
  const call = (name: string, ...values: readonly unknown[]): void => {
    const callback = shown.at(-1)?.[name];
    if (typeof callback === 'function') Reflect.apply(callback, undefined, values);
  };
  for (const end of ['expired-callback', 'error-callback']) {
    call('callback', 'solved');
    call(end);
    const before = shown.length;
    await trySignIn();
    await expect.poll(() => shown.length).toBeGreaterThan(before);
  }
  expect(tokens).toEqual([undefined, undefined, undefined]);
});
