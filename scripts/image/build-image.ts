/** Builds the image without a container engine and without a registry: on a Debian base made for it, in place of the official Node image. */
import { execFileSync } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '../..');
/** The base is kept between runs, because making it takes minutes. */
const BASE = 'localhost/checklist-check-base';
const IMAGE = 'localhost/checklist-check';
/** The npm of the official image of Node 24. */
const NPM = 'npm@11';
/** What a running server needs from the official image besides Node. */
const PACKAGES = 'ca-certificates,libstdc++6';

/** Those of this system, because the network may have a separate authority that npm has to trust. */
const CERTIFICATES = process.env['NODE_EXTRA_CA_CERTS'] ?? '/etc/ssl/certs/ca-certificates.crt';

const BASE_FILE = `FROM scratch
ADD debian.tar /
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY certificates.crt /etc/ssl/certs/ca-certificates.crt
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 --create-home node
`;

export type BuiltImage = {
  /** The folder with the files of the image. */
  readonly root: string;
  /** What the image runs, and with which variables, as an engine reads it (OCI image specification, "config"). */
  readonly config: ImageConfig;
  /** In bytes on disk. */
  readonly size: number;
  readonly baseSize: number;
};

type Inspected = { readonly OCIv1: { readonly config: ImageConfig } };

type ImageConfig = {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Volumes: Readonly<Record<string, object>>;
};

/** The programs that are missing on this system. */
export const findMissingTools = (): readonly string[] =>
  ['buildah', 'mmdebstrap', 'chroot', 'unshare', 'nsenter'].filter((tool) => !succeeds('which', tool));

/** Builds the image, and mounts its files until this process ends. Throws with the output of the program that failed. */
export async function buildImage(): Promise<BuiltImage> {
  if (!succeeds('buildah', 'inspect', '--type', 'image', BASE)) await buildBase();
  const base = ['--build-arg', `BASE=${BASE}`];
  show('buildah', 'bud', '--isolation', 'chroot', '--quiet', ...base, '-f', 'Containerfile', '-t', IMAGE, PROJECT);
  const container = read('buildah', 'from', '--pull-never', IMAGE);
  const baseContainer = read('buildah', 'from', '--pull-never', BASE);
  process.once('exit', () => read('buildah', 'rm', container, baseContainer));
  const root = read('buildah', 'mount', container);
  // buildah writes this file as the specification defines it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const inspected = JSON.parse(read('buildah', 'inspect', '--type', 'image', IMAGE)) as Inspected;
  return {
    root,
    config: inspected.OCIv1.config,
    size: measure(root),
    baseSize: measure(read('buildah', 'mount', baseContainer)),
  };
}

async function buildBase(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'checklist-image-'));
  try {
    show('mmdebstrap', '--variant=minbase', `--include=${PACKAGES}`, 'bookworm', join(folder, 'debian.tar'));
    await copyFile(join(PROJECT, `node_modules/node-linux-${arch()}/bin/node`), join(folder, 'node'));
    await chmod(join(folder, 'node'), 0o755);
    await copyFile(CERTIFICATES, join(folder, 'certificates.crt'));
    read('npm', 'pack', '--silent', '--pack-destination', folder, NPM);
    const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
    await mkdir(join(folder, 'packed'));
    read('tar', '-xzf', join(folder, packed), '-C', join(folder, 'packed'));
    await cp(join(folder, 'packed/package'), join(folder, 'npm'), { recursive: true });
    await writeFile(join(folder, 'Containerfile'), BASE_FILE);
    show('buildah', 'bud', '--isolation', 'chroot', '--quiet', '-t', BASE, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const measure = (folder: string): number => Number(read('du', '-s', '--block-size=1', folder).split('\t')[0]);

function succeeds(program: string, ...args: readonly string[]): boolean {
  try {
    read(program, ...args);
    return true;
  } catch {
    return false;
  }
}

const read = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 100_000_000 }).trim();

function show(program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}
