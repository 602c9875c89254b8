/** When tests keep their temporary files in memory. */
import { expect, test } from 'vitest';
import { keepTemporaryFilesInMemory } from './temporary-files.ts';

const MOUNTS = `overlay / overlay rw,relatime 0 0
shm /dev/shm tmpfs rw,nosuid,nodev,relatime 0 0
tmpfs /run tmpfs rw,nosuid,noexec 0 0
`;

/** The folder for temporary files on a machine with these mounts and this much free memory. */
function folderOn(mounts: string, freeBytes: number, env: NodeJS.ProcessEnv = {}): string | undefined {
  keepTemporaryFilesInMemory(env, { readMounts: () => mounts, readFreeBytes: () => freeBytes });
  return env['TMPDIR'];
}

test('temporary files are in memory if it has 4 GB of room', () => {
  expect(folderOn(MOUNTS, 4e9)).toBe('/dev/shm');
  expect(folderOn(MOUNTS, 4e9 - 1)).toBe(undefined);
});

test('a folder that is set stays', () => {
  expect(folderOn(MOUNTS, 4e9, { TMPDIR: '/disk' })).toBe('/disk');
});

test('a folder on the disk, or one in which no program may run, is not used', () => {
  expect(folderOn(MOUNTS.replace('shm /dev/shm tmpfs', '/dev/sda1 /dev/shm ext4'), 4e9)).toBe(undefined);
  expect(folderOn(MOUNTS.replace('nosuid,nodev', 'nosuid,noexec'), 4e9)).toBe(undefined);
});

test('without a folder in memory, as on macOS, nothing changes', () => {
  const missing = (): never => {
    throw new Error('ENOENT: no such file or directory');
  };
  const env = {};
  keepTemporaryFilesInMemory(env, { readMounts: missing, readFreeBytes: () => 4e9 });
  keepTemporaryFilesInMemory(env, { readMounts: () => MOUNTS, readFreeBytes: missing });
  expect(env).toEqual({});
});

test('on this machine, the folder is the one in memory or the usual one', () => {
  const env: NodeJS.ProcessEnv = {};
  keepTemporaryFilesInMemory(env);
  expect(['/dev/shm', undefined]).toContain(env['TMPDIR']);
});
