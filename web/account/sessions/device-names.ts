/** Names of signed-in devices: the browser, and the sign-in date if several have the same browser. */
import { compareById } from '#core/list/compare-text.ts';
import type { DeviceSession } from '#client/ports/account-api.ts';
import { messages } from '#web/messages/messages.ts';
import { describeBrowser } from './describe-browser.ts';
import { describeMoment } from '#web/messages/describe-time.ts';

export type DeviceName = {
  readonly name: string;
  /** Whether the name contains the sign-in date. */
  readonly isDated: boolean;
};

/** @returns the names by session id */
export function nameDevices(
  sessions: readonly Pick<DeviceSession, 'id' | 'userAgent' | 'createdAt'>[],
): ReadonlyMap<string, DeviceName> {
  const browsers = sessions.map(({ userAgent }) => describeBrowser(userAgent));
  const isShared = (browser: string): boolean => browsers.filter((other) => other === browser).length > 1;
  return new Map(
    sessions.map(({ id, userAgent, createdAt }) => {
      const browser = describeBrowser(userAgent);
      const isDated = isShared(browser);
      return [id, { name: isDated ? messages.devices.dated(browser, describeMoment(createdAt)) : browser, isDated }];
    }),
  );
}

/** Sorts this device first, then by last use. */
export const sortSessions = (sessions: readonly DeviceSession[]): readonly DeviceSession[] =>
  sessions.toSorted(
    (one, other) => Number(other.isThis) - Number(one.isThis) || usedAt(other) - usedAt(one) || compareById(one, other),
  );

const usedAt = ({ lastUsedAt }: DeviceSession): number => Date.parse(lastUsedAt) || 0;
