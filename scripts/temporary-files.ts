/** Keeps the temporary files of tests in memory: most of them are databases, which otherwise wait for the disk at every write. */
import { readFileSync, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
/** Unit and browser tests together were seen to use 2.4 GB. */
const NEEDED_BYTES = 4e9;

/** Sets TMPDIR, unless it is set or there is too little room. Without a folder in memory, as on macOS, nothing changes. */
export function keepTemporaryFilesInMemory(env: NodeJS.ProcessEnv): void {
  if (env['TMPDIR'] === undefined && isUsable()) env['TMPDIR'] = FOLDER;
}

function isUsable(): boolean {
  try {
    // Tests also start programs there, which containers often forbid.
    const isAllowed = /^\S+ \/dev\/shm tmpfs (?!\S*noexec)/mu.test(readFileSync('/proc/mounts', 'utf8'));
    const { bavail, bsize } = statfsSync(FOLDER);
    return isAllowed && Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES;
  } catch {
    return false;
  }
}
