/** Drives Firefox through Puppeteer, which uses WebDriver BiDi. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type KeyInput, type Page } from 'puppeteer-core';
import { PHONE, type DrivenDevice, type Engine } from './engine.ts';

/** How long a busy machine may need to start Firefox, or to load a page, in milliseconds. */
const LOAD_MS = 90_000;

/**
 * Starts Firefox in headless mode.
 * @param program its path
 * @param downloads the folder for files that pages save
 */
export async function startFirefoxEngine(program: string, downloads: string): Promise<Engine> {
  // As root, Firefox refuses to start in the home folder of another user.
  const home = await mkdtemp(join(tmpdir(), 'checklist-firefox-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    env: { ...process.env, HOME: home },
    extraPrefsFirefox: {
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.download.alwaysOpenPanel': false,
    },
    defaultViewport: PHONE,
    timeout: LOAD_MS,
  });
  return {
    openDevice: () => openDevice(browser),
    async close() {
      await browser.close();
      await rm(home, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

async function openDevice(browser: Browser): Promise<DrivenDevice> {
  const context = await browser.createBrowserContext();
  // A tab behind another one would be hidden, and browsers slow down hidden pages.
  const page = await context.newPage({ type: 'window' });
  page.setDefaultNavigationTimeout(LOAD_MS);
  return { ...describePage(page), close: () => context.close() };
}

const describePage = (page: Page): Omit<DrivenDevice, 'close'> => ({
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
