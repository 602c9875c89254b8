/** Short class names for CSS modules in a build: letters for the file, a number for the name. */
import { globSync } from 'node:fs';
import path from 'node:path';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Numbers the style sheets below a folder by the order of their paths, and the names in a sheet by their place in it,
 * so that a build is always the same.
 * @returns for a class and the file it stands in, a name that no other has
 */
export function createClassNames(folder: string): (name: string, file: string) => string {
  const files = globSync('**/*.module.css', { cwd: folder })
    .map((file) => path.resolve(folder, file))
    .toSorted();
  const namesByFile = new Map<string, string[]>();
  return (name, file) => {
    const sheet = path.resolve(file);
    const names = namesByFile.get(sheet) ?? [];
    namesByFile.set(sheet, names);
    if (!names.includes(name)) names.push(name);
    return `${toLetters(files.indexOf(sheet))}${names.indexOf(name)}`;
  };
}

/** A number in a notation without digits, so that letters and number stay apart. */
const toLetters = (number: number): string =>
  (number < LETTERS.length ? '' : toLetters(Math.floor(number / LETTERS.length) - 1)) +
  LETTERS.charAt(number % LETTERS.length);
