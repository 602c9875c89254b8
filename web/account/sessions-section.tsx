/** The devices that are signed in, and how to log them out (product A3). */
import { useContext } from 'react';
import type { DeviceSession } from '#client/ports/account-api.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { describeMoment, describeTime } from '#web/messages/describe-time.ts';
import { type AccountList, useAccount, useAccountAction } from './section/use-account.ts';
import { Actions, Row, Rows, Section, SectionError } from './section/section.tsx';
import { compareById } from '#core/list/compare-text.ts';

type SessionsSectionProps = {
  readonly sessions: AccountList<DeviceSession>;
  readonly deviceSignOut: DeviceSignOut;
};

/** If the backend cannot list the devices, logging out the others or everywhere still works. */
export function SessionsSection({ sessions, deviceSignOut }: SessionsSectionProps) {
  const { rows, error, isMissing, read } = sessions;
  const names = nameDevices(rows ?? []);
  // If they cannot be listed, there may be others.
  const hasOthers = rows === null ? isMissing || error !== null : rows.some(({ isThis }) => !isThis);
  return (
    <Section title={messages.devices.title}>
      <SectionError text={error} />
      <Rows>
        {sortSessions(rows ?? []).map((device) => (
          <DeviceRow device={device} named={names.get(device.id)} onEnded={read} key={device.id} />
        ))}
      </Rows>
      <EndMany deviceSignOut={deviceSignOut} hasOthers={hasOthers} onEnded={read} />
    </Section>
  );
}

type DeviceRowProps = {
  readonly device: DeviceSession;
  readonly named: DeviceName | undefined;
  readonly onEnded: () => Promise<void>;
};

function DeviceRow({ device, named, onEnded }: DeviceRowProps) {
  const { store } = useShownList();
  const { api, openConfirmDialog } = useAccount();
  const { run, isBusy, error } = useAccountAction();
  const toaster = useContext(ToasterContext);
  const name = named?.name ?? '';
  const when = describeTime(device.lastUsedAt, store.now());
  const since = named?.isDated === true ? '' : messages.devices.since(describeMoment(device.createdAt));
  const end = async (): Promise<void> => {
    const result = await run(() => api.endSession(device.id));
    if (result?.ok !== true) return;
    toaster.show(messages.devices.ended);
    await onEnded();
  };
  if (device.isThis) return <Row name={name} about={joinFacts([messages.devices.thisOne, since])} />;
  const confirmFirst = (): void => {
    const { title, text, yes } = messages.devices.question;
    openConfirmDialog({ title, text: text(name), yes, isDanger: false, onYes: () => void end() });
  };
  return (
    <Row name={name} about={joinFacts([messages.devices.lastUsed(when), since, device.ip])} error={error}>
      <Button look="quiet" name={messages.devices.endNamed(name)} isBusy={isBusy} onPress={confirmFirst}>
        {messages.devices.end}
      </Button>
    </Row>
  );
}

export const joinFacts = (facts: readonly string[]): string => facts.filter((fact) => fact !== '').join(' · ');

type EndManyProps = {
  readonly deviceSignOut: DeviceSignOut;
  /** Whether there are other devices to log out. */
  readonly hasOthers: boolean;
  readonly onEnded: () => Promise<void>;
};

/** Both ask first. Logging out everywhere also warns about unsent changes on this device. */
function EndMany({ deviceSignOut, hasOthers, onEnded }: EndManyProps) {
  const { api, openConfirmDialog } = useAccount();
  const { run, isBusy, error } = useAccountAction();
  const toaster = useContext(ToasterContext);
  const endOthers = async (): Promise<void> => {
    const result = await run(api.signOutOthers);
    if (result?.ok !== true) return;
    toaster.show(messages.devices.othersEnded);
    await onEnded();
  };
  const endAll = async (): Promise<void> => {
    const result = await run(api.signOutEverywhere);
    if (result?.ok === true) await deviceSignOut.go();
  };
  const confirmAll = async (): Promise<void> => {
    const { title, text, yes } = messages.devices.allQuestion;
    const cost = await deviceSignOut.cost();
    openConfirmDialog({
      title,
      text: cost === null ? text : `${text} ${cost}`,
      yes,
      isDanger: true,
      onYes: () => void endAll(),
    });
  };
  return (
    <>
      <Actions>
        {hasOthers ? (
          <Button
            isBusy={isBusy}
            onPress={() =>
              openConfirmDialog({ ...messages.devices.othersQuestion, isDanger: false, onYes: () => void endOthers() })
            }
          >
            {messages.devices.endOthers}
          </Button>
        ) : null}
        <Button isBusy={isBusy} onPress={() => void confirmAll()}>
          {messages.devices.endAll}
        </Button>
      </Actions>
      <SectionError text={error} />
    </>
  );
}

/** Sign-out from this device, as in the menu (product Y9). */
export type DeviceSignOut = {
  /** A warning about unsent changes; null for none. */
  readonly cost: () => Promise<string | null>;
  readonly go: () => Promise<void>;
};

type DeviceName = {
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

/** The order matters, because most user agents also contain the names of other browsers. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//u, 'Edge'],
  [/\bOPR\/|\bOpera\b/u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\bVivaldi\//u, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//u, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bChromium\/|\bCriOS\//u, 'Chrome'],
  [/\bVersion\/.*\bSafari\//u, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/u, 'iPhone'],
  [/\biPad\b/u, 'iPad'],
  [/\bAndroid\b/u, 'Android'],
  [/\bWindows\b/u, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/u, 'Mac'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bLinux\b/u, 'Linux'],
];

/** The length of the user agent that is searched, in characters. */
const LONGEST = 500;
/** The length of an unknown user agent that is shown, in characters. */
const SHOWN_LENGTH = 40;

/**
 * @param userAgent the user agent, which can be forged
 * @returns such as 'Firefox on Windows'; the start of an unknown user agent
 */
export function describeBrowser(userAgent: string): string {
  const name = userAgent.slice(0, LONGEST).trim();
  const browser = find(BROWSERS, name);
  const system = find(SYSTEMS, name);
  if (browser !== undefined && system !== undefined) return messages.devices.on(browser, system);
  return browser ?? system ?? (name.slice(0, SHOWN_LENGTH) || messages.devices.unknownBrowser);
}

const find = (table: typeof BROWSERS, name: string): string | undefined =>
  table.find(([pattern]) => pattern.test(name))?.[1];
