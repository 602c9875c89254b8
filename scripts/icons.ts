/** Draws all PNG icons of the app from web/public/icons/icon.svg. */
import { Buffer } from 'node:buffer';
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

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
  for (const icon of icons) {
    const png = await sharp(Buffer.from(describeIcon(source, icon)))
      .png({ palette: true })
      .toBuffer();
    await writeFile(new URL(icon.file, folder), png);
    console.log(`${icon.file} ${png.length} bytes`);
  }
}

/** Returns the SVG of one icon: the ground, and one drawing of the source upon it. */
function describeIcon(source: string, { size, drawing, corner, scale }: Icon): string {
  const ground = findPart(source, 'ground').replace(/rx="\d+"/u, `rx="${corner}"`);
  const transform = `translate(32 32) scale(${scale}) translate(-32 -32)`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="${size}" height="${size}">
    ${ground}<g transform="${transform}">${findPart(source, drawing)}</g></svg>`;
}

function findPart(source: string, id: string): string {
  const part = new RegExp(`<\\w+\\s+id="${id}"[^>]*/>`, 'u').exec(source);
  if (part === null) throw new Error(`The source has no part "${id}"`);
  return part[0];
}
