/** A house of its own in a temporary folder: the real walls around planted files, so that a fault can be shown to be refused. */
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const HOUSE = path.resolve(import.meta.dirname, '../..');
const FAULTS = path.join(HOUSE, 'test/walls/faults');

const WALLS = [
  '.gitignore',
  '.oxlintrc.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'tsconfig.tools.json',
  ...['core', 'client', 'device', 'web', 'web/service-worker', 'server'].map((floor) => `${floor}/tsconfig.json`),
];

export type PlantedHouse = {
  readonly root: string;
  /** The planted files that must be refused, as paths from the root. */
  readonly faults: readonly string[];
  readonly remove: () => Promise<void>;
};

/** Builds the walls, the clean files of each floor, and the faults of one kind. Each call has a folder to itself. */
export async function plantHouse(kind: 'lint' | 'compiler'): Promise<PlantedHouse> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'checklist-walls-')));
  for (const wall of WALLS) await cp(path.join(HOUSE, wall), path.join(root, wall));
  await linkPackages(root);
  await cp(path.join(FAULTS, 'clean'), root, { recursive: true });
  await cp(path.join(FAULTS, kind), root, { recursive: true });
  const faults = await listFiles(path.join(FAULTS, kind));
  return { root, faults, remove: async () => rm(root, { recursive: true, force: true }) };
}

/** Links package by package: the folder itself, with its cache of built types, is the planted house's own. */
async function linkPackages(root: string): Promise<void> {
  await mkdir(path.join(root, 'node_modules'));
  const entries = await readdir(path.join(HOUSE, 'node_modules'), { withFileTypes: true });
  const names = entries.filter((entry) => !entry.name.startsWith('.') || entry.name === '.bin').map(({ name }) => name);
  for (const name of names) {
    await symlink(path.join(HOUSE, 'node_modules', name), path.join(root, 'node_modules', name), 'junction');
  }
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}
