/** The problems that an operator must know of: logged once when they begin and end, and listed by /health while they last (P5). */
import type { Log } from './log.ts';

type ProblemType =
  | 'disk-full'
  | 'disk-low'
  | 'database-restarted'
  | 'mail-not-sent'
  | 'backup-failed'
  | 'backups-not-removed'
  | 'proxy-not-trusted'
  | 'proxy-hides-visitors';

type Problem = {
  readonly type: ProblemType;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** One sentence without names of hosts or people, because anyone can read /health. */
  readonly message: string;
};

export type Problems = {
  /** Reports a problem, also repeatedly. @param facts further facts for the log */
  readonly report: (type: ProblemType, facts?: Readonly<Record<string, string | number>>) => void;
  readonly resolve: (type: ProblemType) => void;
  readonly list: () => readonly Problem[];
};

/** Each message says what happened, and what to do. */
const MESSAGES: Readonly<Record<ProblemType, string>> = {
  'disk-full':
    "The database has no space left, so changes cannot be saved. Free some space. You don't need to restart anything.",
  'disk-low': 'The disk of the data folder is almost full. Free some space before changes can no longer be saved.',
  'database-restarted': 'Postgres was restarted in the last hour, on purpose or after a crash. See its log.',
  'mail-not-sent': 'Emails cannot be sent. See the log for the reason, and check SMTP_URL.',
  'backup-failed': 'The last scheduled backup failed. See the log for the reason, and check BACKUP_DIR.',
  'backups-not-removed': 'Older backups could not be removed. See the log for the reason, and check BACKUP_DIR.',
  'proxy-not-trusted':
    'A proxy forwards the addresses of visitors, but TRUST_PROXY is not set, so all visitors share the limits of one address. Set TRUST_PROXY.',
  'proxy-hides-visitors':
    'A proxy forwards its own address or that of another proxy instead of the address of the visitor, so all such visitors share the limits of one address. Name only proxies in TRUST_PROXY, and check that the proxy gets the addresses of visitors.',
};

/** How long a problem without a clear end is listed. */
const LISTED_MS: Readonly<Partial<Record<ProblemType, number>>> = { 'database-restarted': 3_600_000 };

/** @param now the time in milliseconds */
export function createProblems(log: Log, now: () => number): Problems {
  const startByType = new Map<ProblemType, number>();
  const isListed = (type: ProblemType, since: number): boolean => now() - since < (LISTED_MS[type] ?? Infinity);
  return {
    report(type, facts = {}) {
      const since = startByType.get(type);
      if (since !== undefined && LISTED_MS[type] === undefined) return;
      startByType.set(type, now());
      log.write('error', 'problem', { problem: type, ...facts, message: MESSAGES[type] });
    },
    resolve(type) {
      if (startByType.delete(type)) log.write('warn', 'problem solved', { problem: type });
    },
    list: () =>
      [...startByType]
        .filter(([type, since]) => isListed(type, since))
        .map(([type, since]) => ({ type, since: new Date(since).toISOString(), message: MESSAGES[type] })),
  };
}
