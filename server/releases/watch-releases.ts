/** Checks once a day whether a newer release exists, if the operator has set an address for this (product P9). */
import * as v from 'valibot';
import { readBounded } from '#server/http/read-bounded.ts';
import type { Log } from '#server/log/log.ts';
import { fail, ok, readErrorCode, type Result } from '#server/result.ts';

export type ReleaseWatch = {
  /** The version of a newer release, such as `1.2.3`; null if none is known. */
  readonly newer: () => string | null;
  readonly stop: () => void;
};

type Watching = {
  readonly url: string;
  /** The version of this server. */
  readonly current: string;
  readonly log: Log;
};

const DAY_MS = 24 * 3600 * 1000;

/** Checks at once, and then daily. A failure is a warning, and leaves the known release unchanged. */
export function watchReleases({ url, current, log }: Watching): ReleaseWatch {
  const stopping = new AbortController();
  let newer: string | null = null;
  const ask = async (): Promise<void> => {
    const found = await askRelease(url, stopping.signal);
    if (stopping.signal.aborted) return;
    if (!found.ok) {
      log.write('warn', 'release check failed', { code: found.failure });
    } else if (isNewer(found.value, current) && found.value !== newer) {
      newer = found.value;
      log.write('warn', 'newer release', { version: newer });
    }
  };
  void ask();
  const timer = setInterval(() => void ask(), DAY_MS).unref();
  return {
    newer: () => newer,
    stop() {
      clearInterval(timer);
      stopping.abort();
    },
  };
}

const TIMEOUT_MS = 10_000;
/** The description of a release, with its notes and files, takes a few kilobytes. */
const MAX_BYTES = 256 * 1024;

/** The response of GitHub and similar services (`releases/latest`), or a file with the version. Only numbers are read from it. */
const answerSchema = v.union([
  v.pipe(
    v.object({ tag_name: v.string() }),
    v.transform(({ tag_name }) => tag_name),
  ),
  v.pipe(
    v.object({ version: v.string() }),
    v.transform(({ version }) => version),
  ),
]);

const VERSION = /^v?(?<version>\d{1,6}\.\d{1,6}\.\d{1,6})$/u;

/**
 * The request has no body and names neither this server nor its version. Redirects are not followed.
 * @returns the version, or the code of the failure
 */
export async function askRelease(url: string, signal: AbortSignal): Promise<Result<string, string>> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'application/json', 'user-agent': 'Checklist' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return fail(String(response.status));
    }
    const body = await readBounded(response, MAX_BYTES);
    return body === null ? fail('NO_VERSION') : readVersion(await body.text());
  } catch (error) {
    return fail(describe(error));
  }
}

function readVersion(text: string): Result<string, string> {
  const answer = v.safeParse(answerSchema, JSON.parse(text));
  const version = answer.success ? VERSION.exec(answer.output)?.groups?.['version'] : undefined;
  return version === undefined ? fail('NO_VERSION') : ok(version);
}

/** `fetch` wraps the error of the network. */
function describe(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = readErrorCode(cause ?? error);
  return code === 'UNKNOWN' && error instanceof Error ? error.name : code;
}

/** Compares versions of three numbers. */
export function isNewer(found: string, current: string): boolean {
  const [theirs, ours] = [found, current].map((version) => version.split('.').map(Number));
  for (let part = 0; part < 3; part += 1) {
    const difference = (theirs?.[part] ?? 0) - (ours?.[part] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
