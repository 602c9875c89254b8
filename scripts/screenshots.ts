/** Takes a screenshot of every screen, on a phone and a desktop, light and dark: `npm run screenshots`, after a build. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { createApp } from '#server/app.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import { listen } from '#server/http/listen.ts';
import type { Listening } from '#server/http/listen.ts';
import { readSettings } from '#server/settings/read-settings.ts';
import { readWebRoot } from '#server/web/read-web-root.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';
import { encodeIndexedPng } from './indexed-png.ts';
import { listPicture, screens } from './screens.ts';
import type { Screen } from './screens.ts';

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const wide = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };
const schemes = ['light', 'dark'] as const;

const docs = new URL('../docs/screenshots/', import.meta.url);
/** The screenshots in the manifest, which lists their names and sizes. */
const manifest = new URL('../web/public/screenshots/', import.meta.url);

const server = await startServer();
const executablePath = findChromium(process.env);
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_FLAGS });
try {
  await takePictures(browser, `http://127.0.0.1:${server.port}`);
} finally {
  await browser.close();
  await server.stop();
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

/** Starts the real server with the built app, or with the build in WEB_DIR, on a free port. */
async function startServer(): Promise<Listening> {
  const settings = readSettings({ WEB_DIR: process.env['WEB_DIR'], PORT: '0' });
  if (!settings.ok) throw new Error(settings.failure.type);
  const webRoot = await readWebRoot(settings.value.webFolder, null);
  if (!webRoot.ok) throw new Error(`${webRoot.failure.folder} contains no built app: run "npm run build" first`);
  const http = createHttpServer();
  const listening = await listen(http.server, settings.value);
  if (!listening.ok) throw new Error(listening.failure.type);
  // The screenshots show the demo, which needs no backend.
  http.setHandlers({ fetch: createApp({ webRoot: webRoot.value, services: null }).fetch, upgrade: () => false });
  return listening.value;
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
    return await compress(context, await page.screenshot());
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

/** Decodes a screenshot in the browser and encodes it with fewer colors. */
async function compress(context: BrowserContext, png: Buffer): Promise<Uint8Array> {
  const page = await context.newPage();
  const { width, pixels } = await page.evaluate(
    async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d');
      if (canvas === null) throw new Error('The canvas has no 2D context');
      canvas.drawImage(image, 0, 0);
      const { data } = canvas.getImageData(0, 0, image.naturalWidth, image.naturalHeight);
      const reader = new FileReader();
      const isRead = new Promise((resolve) => reader.addEventListener('load', resolve));
      reader.readAsDataURL(new Blob([data]));
      await isRead;
      if (typeof reader.result !== 'string') throw new Error('The pixels cannot be read');
      return { width: image.naturalWidth, pixels: reader.result };
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return encodeIndexedPng(Buffer.from(pixels.slice(pixels.indexOf(',') + 1), 'base64'), width);
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
