/** The order in which devices are shown. */
import type { DeviceSession } from '#client/ports/account-desk.ts';

/** This device first, then those used last. */
export const sortSessions = (sessions: readonly DeviceSession[]): readonly DeviceSession[] =>
  sessions.toSorted(
    (one, other) => Number(other.isThis) - Number(one.isThis) || usedAt(other) - usedAt(one) || byId(one, other),
  );

const usedAt = ({ lastUsedAt }: DeviceSession): number => Date.parse(lastUsedAt) || 0;

const byId = (one: DeviceSession, other: DeviceSession): number => (one.id < other.id ? -1 : 1);
