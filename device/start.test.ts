/** Which changes of the service worker reload a page. */
import { afterEach, expect, test, vi } from 'vitest';
import { reloadOnTakeover } from './start.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page with or without a service worker. @returns its container, and how often it was reloaded */
function openPage(controller: object | null) {
  const serviceWorker = Object.assign(new EventTarget(), { controller });
  const reload = vi.fn<() => void>();
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('location', { reload });
  reloadOnTakeover();
  return { takeOver: () => serviceWorker.dispatchEvent(new Event('controllerchange')), reload };
}

test('[D6] a new version that takes over reloads the page once', () => {
  const { takeOver, reload } = openPage({});
  takeOver();
  takeOver();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('[D6] after a first visit, the first worker reloads nothing, and the next version does', () => {
  const { takeOver, reload } = openPage(null);
  takeOver();
  expect(reload).not.toHaveBeenCalled();
  takeOver();
  expect(reload).toHaveBeenCalledTimes(1);
});
