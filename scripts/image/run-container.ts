/** Runs the programs of an image as an engine would: an unprivileged user, a read-only root, one volume, its own processes. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { BuiltImage } from './build-image.ts';

type Program = ChildProcessByStdio<null, Readable, Readable>;

type Place = {
  readonly image: BuiltImage;
  /** The folder of this system that serves as the volume. */
  readonly volume: string;
  /** Settings besides those of the image. */
  readonly env: Readonly<Record<string, string>>;
  /** Folders of this system in place of some of the image's, as `/path/in/image=/path/here`. */
  readonly replaced?: readonly string[];
};

export type Ended = { readonly code: number | null; readonly output: string };

export type Container = {
  /** Runs a program in this container, as `docker compose exec` does. */
  readonly exec: (...words: readonly string[]) => Promise<Ended>;
  /** Sends SIGTERM and waits. Resolves with the exit code and the milliseconds that it took. */
  readonly stop: () => Promise<{ readonly code: number | null; readonly milliseconds: number }>;
  /** Ends all processes at once, as a power failure would. */
  readonly kill: () => Promise<void>;
};

/** Starts the image's own command, as `docker compose up` does. */
export function startContainer(place: Place): Container {
  const program = spawnInside(place, place.image.config.Cmd);
  void text(program.stderr).then((errors) => process.stderr.write(errors));
  program.stdout.resume();
  return {
    async exec(...words) {
      const inside = ['--target', await findInit(program), '--mount', '--pid', '--ipc', ...enter(place.image, words)];
      return collect(spawn('nsenter', inside, { env: readEnv(place), stdio: ['ignore', 'pipe', 'pipe'] }));
    },
    async stop() {
      const begun = performance.now();
      process.kill(Number(await findInit(program)), 'SIGTERM');
      return { code: await untilExit(program), milliseconds: Math.round(performance.now() - begun) };
    },
    async kill() {
      // All others end with the first process.
      process.kill(Number(await findInit(program)), 'SIGKILL');
      await untilExit(program);
    },
  };
}

/** Runs one program in a separate container, as `docker compose run --rm` does. */
export const runOnce = (place: Place, ...words: readonly string[]): Promise<Ended> =>
  collect(spawnInside(place, words));

/** Mounts what an engine mounts, makes the root read-only, then becomes the user. */
const SET_UP = `set -e
root=$1; volume=$2; replaced=$3; shift 3
mount --bind "$root" "$root"
for pair in $replaced; do mount --bind "\${pair#*=}" "$root\${pair%%=*}"; done
mount -o remount,bind,ro "$root"
mount --bind "$volume" "$root/data"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
exec "$@"`;

const SEPARATE = ['--mount', '--pid', '--ipc', '--fork', '--kill-child'];

function spawnInside(place: Place, words: readonly string[]): Program {
  const { image, volume, replaced = [] } = place;
  const setUp = ['sh', '-c', SET_UP, 'sh', image.root, volume, replaced.join(' ')];
  const program = spawn('unshare', [...SEPARATE, ...setUp, ...enter(image, words)], {
    env: readEnv(place),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A failed check leaves nothing behind.
  const kill = (): boolean => program.kill('SIGKILL');
  process.once('exit', kill);
  program.once('exit', () => process.off('exit', kill));
  return program;
}

/** The user is in the image's own list of users, as for an engine. */
const enter = ({ root, config }: BuiltImage, words: readonly string[]): readonly string[] => [
  'chroot',
  `--userspec=${config.User}:${config.User}`,
  root,
  'sh',
  '-c',
  'cd "$1" && shift && exec "$@"',
  'sh',
  config.WorkingDir,
  ...words,
];

const readEnv = ({ image, env }: Place): Record<string, string> => ({
  ...Object.fromEntries(image.config.Env.map((pair) => [pair.replace(/=.*/su, ''), pair.replace(/^[^=]*=/u, '')])),
  ...env,
});

/** The first process of the container, by its number on this system. */
async function findInit({ pid }: Program): Promise<string> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();
}

async function collect(program: Program): Promise<Ended> {
  const [output, errors, code] = await Promise.all([text(program.stdout), text(program.stderr), untilExit(program)]);
  return { code, output: output + errors };
}

async function untilExit(program: Program): Promise<number | null> {
  if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
  return program.exitCode;
}
