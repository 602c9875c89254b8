/** Puts the names of classes where they are used: else each sheet leaves an object with all its names in the scripts. */
import type { Plugin } from 'vite';

/** As every component asks for the names of its sheet. */
const IMPORT = /^import styles from (?=['"].*\.module\.css['"])/gmu;

/** Vite writes a name that no variable can have in quotes. */
const LOST = /^\s*"(?<name>[^"]+)":/gmu;

/**
 * Two steps: names that are asked for one by one can be put in place; of what is left of the module, its sheet must stay.
 * A name with a hyphen would be lost on the way, so it ends the build.
 */
export function inlineClassNames(): Plugin[] {
  return [
    {
      name: 'checklist-class-names-one-by-one',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: /\.tsx?$/u },
        handler: (code) => ({ code: code.replace(IMPORT, 'import * as styles from '), map: null }),
      },
    },
    {
      name: 'checklist-sheets-stay',
      apply: 'build',
      enforce: 'post',
      transform: {
        filter: { id: /\.module\.css$/u },
        handler(code, id) {
          const wrong = [...code.matchAll(LOST)].map(({ groups }) => groups?.['name'] ?? '');
          if (wrong.length > 0) throw new Error(`${id}: no names for classes: ${wrong.join(', ')}`);
          return { code, map: null, moduleSideEffects: 'no-treeshake' };
        },
      },
    },
  ];
}
