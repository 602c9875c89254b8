/** A copy of the project's lint and compiler settings around planted files, so that tests can show what is refused. */
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const PROJECT = path.resolve(import.meta.dirname, '../..');
const VIOLATIONS = path.join(PROJECT, 'test/boundaries/violations');

const SETTINGS = [
  '.gitignore',
  'oxlint.config.ts',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'tsconfig.tools.json',
  ...['core', 'client', 'device', 'web', 'web/service-worker', 'server'].map((layer) => `${layer}/tsconfig.json`),
];

export type PlantedProject = {
  readonly root: string;
  /** The planted files that must be refused, as paths from the root. */
  readonly violations: readonly string[];
  readonly remove: () => Promise<void>;
};

/** Copies the settings, the clean files of each layer, and the violations of one kind into a new temporary folder. */
export async function plantProject(kind: 'lint' | 'compiler'): Promise<PlantedProject> {
  const { root, remove } = await createProject();
  await cp(path.join(VIOLATIONS, 'clean'), root, { recursive: true });
  await cp(path.join(VIOLATIONS, kind), root, { recursive: true });
  const violations = await listFiles(path.join(VIOLATIONS, kind));
  return { root, violations, remove };
}

/** Copies the settings and these layers of the project into a new temporary folder, in which a test can plant a fault. */
export async function copyLayers(layers: readonly string[]): Promise<Omit<PlantedProject, 'violations'>> {
  const project = await createProject();
  for (const layer of layers) await cp(path.join(PROJECT, layer), path.join(project.root, layer), { recursive: true });
  return project;
}

async function createProject(): Promise<Omit<PlantedProject, 'violations'>> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'checklist-boundaries-')));
  for (const file of SETTINGS) await cp(path.join(PROJECT, file), path.join(root, file));
  await linkPackages(root);
  return { root, remove: async () => rm(root, { recursive: true, force: true }) };
}

/** Links each package by itself, because the cache of built types in node_modules must not be shared. */
export async function linkPackages(root: string): Promise<void> {
  await mkdir(path.join(root, 'node_modules'));
  const entries = await readdir(path.join(PROJECT, 'node_modules'), { withFileTypes: true });
  const names = entries.filter((entry) => !entry.name.startsWith('.') || entry.name === '.bin').map(({ name }) => name);
  for (const name of names) {
    await symlink(path.join(PROJECT, 'node_modules', name), path.join(root, 'node_modules', name), 'junction');
  }
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}
