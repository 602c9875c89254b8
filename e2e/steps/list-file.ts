/** Exporting the list as a file, and creating files to import. */
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { dialog, pressInMenu } from './controls.ts';

type FileItem = {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly checked: boolean;
};

export type ListFile = {
  readonly format: string;
  readonly version: number;
  readonly listName: string;
  readonly items: readonly FileItem[];
  readonly categories: readonly { readonly id: string; readonly name: string }[];
  readonly savedLists: readonly {
    readonly id: string;
    readonly name: string;
    readonly items: readonly FileItem[];
    readonly createdAt?: string;
  }[];
};

/** Exports the list and returns the file's content and path. */
export async function saveListFile(
  page: Page,
  press: Locator,
): Promise<{ readonly file: ListFile; readonly path: string }> {
  const downloading = page.waitForEvent('download');
  await press.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^checklist-\d{4}-\d{2}-\d{2}\.json$/);
  const path = await download.path();
  return { file: JSON.parse(await readFile(path, 'utf8')) as ListFile, path };
}

/** Chooses a file in the account dialog and leaves the dialog open. */
export async function importFile(page: Page, file: string | { readonly text: string }): Promise<void> {
  await pressInMenu(page, 'Account');
  const buffer = (text: string) => ({ name: 'list.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  const input = dialog(page, 'Account').locator('input[type=file]');
  await input.setInputFiles(typeof file === 'string' ? file : buffer(file.text));
}

/** A list file with the given parts; the rest is empty. */
export const listFileText = (file: Partial<ListFile>): string =>
  JSON.stringify({
    format: 'checklist',
    version: 1,
    listName: 'My List',
    items: [],
    categories: [],
    savedLists: [],
    ...file,
  });
