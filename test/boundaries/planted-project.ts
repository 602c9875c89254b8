/** A copy of the project's lint and compiler settings around planted files, so that tests can show what is refused. */
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const PROJECT = path.resolve(import.meta.dirname, '../..');

/** The layers that the compiler builds one by one. */
export const COMPILED_LAYERS = ['core', 'client', 'device', 'languages', 'web', 'web/service-worker', 'server'];

const SETTINGS = [
  '.gitignore',
  'oxlint.config.ts',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'tsconfig.tools.json',
  ...COMPILED_LAYERS.map((layer) => `${layer}/tsconfig.json`),
];

export type PlantedFile = {
  /** The path from the root of the planted project. */
  readonly file: string;
  readonly text: string;
  /** The rules of the linter, or the errors of the compiler, that must refuse the file; none if it must be accepted. */
  readonly rules: readonly string[];
};

/** Reads planted-files.md: a heading has the rules of the code blocks that follow it, a block's first line the path. */
export async function readPlantedFiles(): Promise<readonly PlantedFile[]> {
  const text = await readFile(path.join(import.meta.dirname, 'planted-files.md'), 'utf8');
  return text
    .split(/^## /mu)
    .slice(1)
    .flatMap((section) => {
      const [heading = ''] = section.split('\n', 1);
      const rules = heading === 'accepted' ? [] : heading.split(', ');
      const blocks = section.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gmsu);
      return Array.from(blocks, ([, file = '', code = '']) => ({ file, text: code, rules }));
    });
}

export type PlantedProject = {
  readonly root: string;
  readonly remove: () => Promise<void>;
};

/** Copies the settings into a new temporary folder, and adds these files. */
export async function plantProject(files: readonly Omit<PlantedFile, 'rules'>[]): Promise<PlantedProject> {
  const project = await createProject();
  for (const { file, text } of files) {
    await mkdir(path.dirname(path.join(project.root, file)), { recursive: true });
    await writeFile(path.join(project.root, file), text);
  }
  return project;
}

/** Copies the settings and these layers of the project into a new temporary folder, in which a test can plant a fault. */
export async function copyLayers(layers: readonly string[]): Promise<PlantedProject> {
  const project = await createProject();
  for (const layer of layers) await cp(path.join(PROJECT, layer), path.join(project.root, layer), { recursive: true });
  return project;
}

async function createProject(): Promise<PlantedProject> {
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
