/** Takes a screenshot of every screen, on a phone and a desktop, light and dark: `npm run screenshots`, after a build. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import sharp from 'sharp';
import { createServerProcess } from '#test/servers/server-process.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';
import { listPicture, screens, type Screen } from './screens.ts';

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const wide = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };
const schemes = ['light', 'dark'] as const;

const docs = new URL('../docs/screenshots/', import.meta.url);
/** The screenshots in the manifest, which lists their names and sizes. */
const manifest = new URL('../web/public/screenshots/', import.meta.url);

const server = await createServerProcess();
await server.start();
const executablePath = findChromium(process.env);
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_FLAGS });
try {
  await takePictures(browser, server.address);
} finally {
  await browser.close();
  await server.close();
}

async function takePictures(from: Browser, address: string): Promise<void> {
  const take = (screen: Screen, settings: BrowserContextOptions) => photograph(from, { address, screen, settings });
  let bytes = 0;
  await rm(docs, { recursive: true, force: true });
  for (const screen of screens) {
    for (const [name, device] of Object.entries({ phone, wide })) {
      for (const colorScheme of schemes) {
        const picture = await take(screen, { ...device, colorScheme });
        await keep(new URL(`${screen.name}-${name}-${colorScheme}.png`, docs), picture);
        bytes += picture.length;
      }
    }
  }
  await writeFile(new URL('README.md', docs), describePictures());
  await keep(new URL('list-phone.png', manifest), await take(listPicture, phone));
  await keep(new URL('list-wide.png', manifest), await take(listPicture, { ...wide, deviceScaleFactor: 2 }));
  console.log(`${screens.length} screens, ${Math.round(bytes / 1024)} KiB in docs/screenshots.`);
}

async function keep(file: URL, picture: Uint8Array): Promise<void> {
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, picture);
}

type Shot = { readonly address: string; readonly screen: Screen; readonly settings: BrowserContextOptions };

/** Each screenshot uses a new browser, as on a first visit. */
async function photograph(from: Browser, { address, screen, settings }: Shot): Promise<Uint8Array> {
  const context = await from.newContext({ ...settings, reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' });
  try {
    const page = await context.newPage();
    // Keeps dates in screenshots the same in every run.
    await page.clock.setFixedTime('2026-11-21T09:00:00Z');
    await page.goto(address);
    await screen.open(page);
    await settle(page);
    const picture = await page.screenshot();
    // An indexed image has a third of the bytes. Without dithering, flat areas stay flat.
    return await sharp(picture).png({ palette: true, dither: 0 }).toBuffer();
  } finally {
    await context.close();
  }
}

/** Waits until fonts are loaded and animations have finished. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
  });
}

/** Writes the page with a row for each screen. */
function describePictures(): string {
  const rows = screens.map(({ name, title }) => {
    const picture = (device: string, scheme: string): string =>
      `<img src="${name}-${device}-${scheme}.png" alt="${title}, ${device}, ${scheme}" width="${device === 'phone' ? 160 : 340}">`;
    const cells = Object.keys({ phone, wide }).flatMap((device) => schemes.map((scheme) => picture(device, scheme)));
    return `| ${title} | ${cells.join(' | ')} |`;
  });
  return [
    '# Every screen',
    '',
    'Made by `npm run screenshots` from the built app; do not edit by hand.',
    '',
    '| | phone, light | phone, dark | wide, light | wide, dark |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
