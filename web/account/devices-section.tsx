/** Where the account is signed in, and logging out elsewhere or everywhere (product A3). */
import { useContext } from 'react';
import type { DeviceSession } from '#client/ports/account-desk.ts';
import { devices as words } from '#web/messages/en/account.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { Button } from '#web/ui/button.tsx';
import { ToasterContext } from '#web/ui/toaster.ts';
import { describeBrowser } from './describe-browser.ts';
import { describeMoment, describeTime } from './describe-time.ts';
import { useDesk } from './desk-context.ts';
import type { Leaving } from './leaving.ts';
import { Actions, Row, Rows, Section, SectionError } from './section.tsx';
import { sortSessions } from './sort-sessions.ts';
import { useDeskAct } from './use-desk-act.ts';
import { useTold } from './use-told.ts';

/** Where the backend cannot list them, one can still log out everywhere. */
export function DevicesSection({ leaving }: { readonly leaving: Leaving }) {
  const { desk } = useDesk();
  const { rows, error, read } = useTold(desk.sessions);
  // Where they cannot be listed there may be others.
  const hasOthers = rows === null ? error !== null : rows.some(({ isThis }) => !isThis);
  return (
    <Section title={words.title}>
      <SectionError text={error} />
      <Rows>
        {sortSessions(rows ?? []).map((device) => (
          <DeviceRow device={device} onEnded={read} key={device.id} />
        ))}
      </Rows>
      <EndMany leaving={leaving} hasOthers={hasOthers} onEnded={read} />
    </Section>
  );
}

type DeviceRowProps = { readonly device: DeviceSession; readonly onEnded: () => Promise<void> };

function DeviceRow({ device, onEnded }: DeviceRowProps) {
  const { store } = useShopper();
  const { desk, ask } = useDesk();
  const { run, isBusy, error } = useDeskAct();
  const toaster = useContext(ToasterContext);
  const name = describeBrowser(device.userAgent);
  const when = describeTime(device.lastUsedAt, store.now());
  // Tells two of the same kind apart.
  const since = words.since(describeMoment(device.createdAt));
  const end = async (): Promise<void> => {
    const told = await run(() => desk.endSession(device.id));
    if (told?.ok !== true) return;
    toaster.show(words.ended);
    await onEnded();
  };
  if (device.isThis) return <Row name={name} about={describe([words.thisOne, since])} />;
  const named = words.named(name, since);
  const askFirst = (): void => {
    const { title, text, yes } = words.question;
    ask({ title, text: text(named), yes, isDanger: false, onYes: () => void end() });
  };
  return (
    <Row name={name} about={describe([words.lastUsed(when), since, device.ip])} error={error}>
      <Button look="quiet" name={words.endNamed(named)} isBusy={isBusy} onPress={askFirst}>
        {words.end}
      </Button>
    </Row>
  );
}

const describe = (facts: readonly string[]): string => facts.filter((fact) => fact !== '').join(' · ');

type EndManyProps = {
  readonly leaving: Leaving;
  /** Whether there is anything to log out but this device. */
  readonly hasOthers: boolean;
  readonly onEnded: () => Promise<void>;
};

/** Both ask first; leaving this device asks about what waits on it, too. */
function EndMany({ leaving, hasOthers, onEnded }: EndManyProps) {
  const { desk, ask } = useDesk();
  const { run, isBusy, error } = useDeskAct();
  const toaster = useContext(ToasterContext);
  const endOthers = async (): Promise<void> => {
    const told = await run(desk.signOutOthers);
    if (told?.ok !== true) return;
    toaster.show(words.othersEnded);
    await onEnded();
  };
  const endAll = async (): Promise<void> => {
    const told = await run(desk.signOutEverywhere);
    if (told?.ok === true) await leaving.go();
  };
  const askAll = (): void => {
    const { title, text, yes } = words.allQuestion;
    const cost = leaving.cost();
    ask({
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
            onPress={() => ask({ ...words.othersQuestion, isDanger: false, onYes: () => void endOthers() })}
          >
            {words.endOthers}
          </Button>
        ) : null}
        <Button isBusy={isBusy} onPress={askAll}>
          {words.endAll}
        </Button>
      </Actions>
      <SectionError text={error} />
    </>
  );
}
