/** Drives Firefox with WebDriver BiDi, and Chromium with its own protocol. Both come with Puppeteer. */
import puppeteer, { type Browser, type KeyInput, type Page } from 'puppeteer-core';
import { CHROMIUM_FLAGS } from '#scripts/chromium.ts';
import { PHONE, type Device, type Engine } from './engine.ts';

/** How long a busy machine may need to start a browser, or to load a page, in milliseconds. */
const LOAD_MS = 90_000;

/**
 * Starts Firefox or Chromium without a screen.
 * @param program the browser's path
 * @param downloads the folder for files that pages save
 */
export async function startPuppeteerEngine(
  name: 'chromium' | 'firefox',
  program: string,
  downloads: string,
): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: name === 'firefox' ? 'firefox' : 'chrome',
    executablePath: program,
    headless: name === 'firefox' ? true : 'shell',
    args: name === 'firefox' ? [] : CHROMIUM_FLAGS,
    extraPrefsFirefox: {
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.download.alwaysOpenPanel': false,
    },
    defaultViewport: PHONE,
    timeout: LOAD_MS,
  });
  return {
    openDevice: () => openDevice(browser, name === 'firefox' ? {} : { downloadPath: downloads }),
    close: () => browser.close(),
  };
}

async function openDevice(browser: Browser, { downloadPath }: { readonly downloadPath?: string }): Promise<Device> {
  const context = await browser.createBrowserContext(
    downloadPath === undefined ? {} : { downloadBehavior: { policy: 'allow', downloadPath } },
  );
  // A tab behind another one would be hidden, and browsers slow down hidden pages.
  const page = await context.newPage({ type: 'window' });
  page.setDefaultNavigationTimeout(LOAD_MS);
  return { ...describePage(page), close: () => context.close() };
}

const describePage = (page: Page): Omit<Device, 'close'> => ({
  async open(address) {
    await page.goto(address, { waitUntil: 'domcontentloaded' });
  },
  async reload() {
    await page.reload({ waitUntil: 'domcontentloaded' });
  },
  // Puppeteer infers the same types.
  evaluate: (work, argument) => page.evaluate(work as never, argument as never),
  click: ({ x, y }) => page.mouse.click(x, y),
  type: (text) => page.keyboard.type(text),
  async press(...keys) {
    // Puppeteer checks the names when it runs.
    for (const key of keys) await page.keyboard.down(key as KeyInput);
    for (const key of keys.toReversed()) await page.keyboard.up(key as KeyInput);
  },
});
