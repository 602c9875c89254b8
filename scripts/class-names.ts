/** Short class names for CSS modules: the name as written, and which file it is of. */
import { globSync } from 'node:fs';
import path from 'node:path';

/**
 * Gives each style sheet below a folder a number by the order of their paths, so that a build is always the same.
 * @returns for a class and the file it stands in, a name that no other has
 */
export function createClassNames(folder: string): (name: string, file: string) => string {
  const files = globSync('**/*.module.css', { cwd: folder })
    .map((file) => path.resolve(folder, file))
    .toSorted();
  return (name, file) => `${name}-${files.indexOf(path.resolve(file)).toString(36)}`;
}
