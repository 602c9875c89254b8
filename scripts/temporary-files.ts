/** Keeps the temporary files of tests in memory: most of them are databases, which otherwise wait for the disk at every write. */
import { readFileSync, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
/** Unit and browser tests together were seen to use 2.4 GB. */
const NEEDED_BYTES = 4e9;

/** Both throw on systems without `/proc/mounts` or `/dev/shm`, such as macOS. */
type Machine = { readonly readMounts: () => string; readonly readFreeBytes: () => number };

const thisMachine: Machine = {
  readMounts: () => readFileSync('/proc/mounts', 'utf8'),
  readFreeBytes() {
    const { bavail, bsize } = statfsSync(FOLDER);
    return Math.min(bavail * bsize, process.availableMemory());
  },
};

/** Sets TMPDIR, unless it is set or there is too little room. Without a folder in memory, nothing changes. */
export function keepTemporaryFilesInMemory(env: NodeJS.ProcessEnv, machine = thisMachine): void {
  if (env['TMPDIR'] === undefined && isUsable(machine)) env['TMPDIR'] = FOLDER;
}

function isUsable({ readMounts, readFreeBytes }: Machine): boolean {
  try {
    // Tests also start programs there, which containers often forbid.
    const isAllowed = /^\S+ \/dev\/shm tmpfs (?!\S*noexec)/mu.test(readMounts());
    return isAllowed && readFreeBytes() >= NEEDED_BYTES;
  } catch {
    return false;
  }
}
