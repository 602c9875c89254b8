/** Draws all PNG icons of the app from web/public/icons/icon.svg. */
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { encodeIndexedPng } from './indexed-png.ts';

type Icon = {
  readonly file: string;
  readonly size: number;
  /** The id of the drawing in the source. */
  readonly drawing: 'mark' | 'add' | 'shop';
  /** Corner radius of the background in the source's 64 units; 0 fills the square. */
  readonly corner: number;
  /** Scale of the drawing about its center. */
  readonly scale: number;
};

/* 0.76 keeps the whole mark inside the circle of 40 % that a launcher's mask never cuts. */
const masked = { drawing: 'mark', corner: 0, scale: 0.76 } as const;
const shortcut = { size: 96, corner: 32, scale: 0.8 } as const;

const icons: readonly Icon[] = [
  { file: 'icon-192.png', size: 192, drawing: 'mark', corner: 15, scale: 1 },
  { file: 'icon-512.png', size: 512, drawing: 'mark', corner: 15, scale: 1 },
  { file: 'maskable-192.png', size: 192, ...masked },
  { file: 'maskable-512.png', size: 512, ...masked },
  { file: 'apple-touch-icon.png', size: 180, drawing: 'mark', corner: 0, scale: 0.9 },
  { file: 'shortcut-add.png', drawing: 'add', ...shortcut },
  { file: 'shortcut-shop.png', drawing: 'shop', ...shortcut },
];

const folder = new URL('../web/public/icons/', import.meta.url);

await drawIcons();

/** Writes all PNG icons next to their source. */
async function drawIcons(): Promise<void> {
  const source = await readFile(new URL('icon.svg', folder), 'utf8');
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    await page.setContent(source);
    for (const icon of icons) {
      const png = encodeIndexedPng(await readPixels(page, icon), icon.size);
      await writeFile(new URL(icon.file, folder), png);
      console.log(`${icon.file} ${png.length} bytes`);
    }
  } finally {
    await browser.close();
  }
}

async function readPixels(page: Page, icon: Icon): Promise<Uint8Array> {
  const pixels = await page.evaluate(async ({ size, drawing, corner, scale }) => {
    const svg = document.querySelector('svg')?.cloneNode(true);
    if (!(svg instanceof SVGSVGElement)) throw new Error('The source has no <svg>');
    const shown = svg.querySelector(`#${drawing}`);
    if (shown === null) throw new Error(`The source has no drawing '${drawing}'`);
    svg.querySelector('#mark')?.remove();
    shown.setAttribute('transform', `translate(32 32) scale(${scale}) translate(-32 -32)`);
    svg.append(shown);
    svg.querySelector('#ground')?.setAttribute('rx', String(corner));
    svg.setAttribute('width', String(size));
    svg.setAttribute('height', String(size));
    const image = new Image(size, size);
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
    await image.decode();
    const context = new OffscreenCanvas(size, size).getContext('2d');
    if (context === null) throw new Error('The canvas has no 2D context');
    context.drawImage(image, 0, 0, size, size);
    return [...context.getImageData(0, 0, size, size).data];
  }, icon);
  return Uint8Array.from(pixels);
}
