/** How the build names the classes of CSS modules. */
import path from 'node:path';
import type { CSSOptions } from 'vite';

/** Readable, and when compressed shorter than the hashes of the default. No two modules of `web` have the same name (test/boundaries). */
export const CLASS_NAMES: CSSOptions = {
  modules: { generateScopedName: (name, file) => `${path.basename(file, '.module.css')}_${name}` },
};
