/** The installed app: the manifest, its shortcuts and its share target. */
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { adderField, button, dialog, pressInMenu } from '#e2e/steps/controls.ts';
import { enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row } from '#e2e/steps/list.ts';

type Picture = { readonly src: string; readonly sizes: string; readonly type: string; readonly purpose?: string };

type Manifest = {
  readonly name: string;
  readonly display: string;
  readonly start_url: string;
  readonly icons: readonly Picture[];
  readonly screenshots: readonly Picture[];
  readonly shortcuts: readonly { readonly name: string; readonly url: string; readonly icons: readonly Picture[] }[];
};

test('[D5] the manifest has everything that installing requires, and every image has its declared size', async ({
  page,
  request,
}) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const response = await request.get(address ?? '');
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await response.json()) as Manifest;
  // Without an id, the id is the start URL.
  expect(manifest).not.toHaveProperty('id');
  expect(manifest).toMatchObject({ name: 'Checklist', display: 'standalone', start_url: './', scope: './' });
  const sizes = manifest.icons.map((icon) => `${icon.sizes} ${icon.purpose}`);
  expect(sizes).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
  const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)];
  const real = await Promise.all(pictures.map((picture) => describePicture(request, picture)));
  expect(real).toEqual(pictures.map(({ src, sizes: claimed, type }) => `${src} ${type} ${claimed}`));
});

test('[D5] Chromium reports no installability errors', async ({ page, context }) => {
  await page.goto('/');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const session = await context.newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Test windows are private, which is the only reason not to be installable.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

test('[D5] the shortcuts open the list with the add field focused, or in shop mode, and a reload does not repeat that', async ({
  page,
}) => {
  await enterDemo(page);
  await page.goto('/?do=add');
  await expect(adderField(page)).toBeFocused();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/?do=shop');
  await expect(button(page, 'Done')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await row(page, 'Milk').click();
  await button(page, 'Done').click();
  await expect(itemBox(page, 'Milk')).toBeChecked();
  await page.reload();
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
  await expect(button(page, 'Done')).toHaveCount(0);
});

test('[D5] text shared to the app appears in the add field, and nothing is added automatically', async ({ page }) => {
  await enterDemo(page);
  await page.goto(`/?title=${encodeURIComponent('Oat & rye')}&text=${encodeURIComponent('<b>flakes</b> 😀')}`);
  await expect(adderField(page)).toHaveValue('Oat & rye <b>flakes</b> 😀');
  await expect(adderField(page)).toBeFocused();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
});

test('[D5] an iPhone shows its own steps', async ({ browser, baseURL }) => {
  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';
  const page: Page = await browser.newPage({ userAgent: agent, ...(baseURL !== undefined && { baseURL }) });
  await enterDemo(page);
  await pressInMenu(page, 'Add to Homescreen');
  await expect(dialog(page, 'Add to Homescreen')).toContainText('Share button');
  await page.close();
});

/** The real type and size of an image, in the manifest's format. */
async function describePicture(request: APIRequestContext, { src, sizes }: Picture): Promise<string> {
  const response = await request.get(src);
  const type = response.headers()['content-type']?.split(';')[0] ?? '';
  const bytes = await response.body();
  // A PNG has its width and height in the first chunk; an SVG has any size.
  const real = type === 'image/png' ? `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}` : sizes;
  return `${src} ${response.status() === 200 ? type : response.status()} ${real}`;
}
