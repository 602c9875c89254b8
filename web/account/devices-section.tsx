/** Where the account is signed in, and logging out elsewhere or everywhere (product A3). */
import { useContext } from 'react';
import type { DeviceSession } from '#client/ports/account-desk.ts';
import { devices as words } from '#web/messages/en/account.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { Button } from '#web/ui/button.tsx';
import { ToasterContext } from '#web/ui/toaster.ts';
import { describeBrowser } from './describe-browser.ts';
import { describeTime } from './describe-time.ts';
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
  return (
    <Section title={words.title}>
      <SectionError text={error} />
      <Rows>
        {sortSessions(rows ?? []).map((device) => (
          <DeviceRow device={device} onEnded={read} key={device.id} />
        ))}
      </Rows>
      <EndMany leaving={leaving} onEnded={read} />
    </Section>
  );
}

type DeviceRowProps = { readonly device: DeviceSession; readonly onEnded: () => Promise<void> };

function DeviceRow({ device, onEnded }: DeviceRowProps) {
  const { store } = useShopper();
  const { desk } = useDesk();
  const { run, isBusy, error } = useDeskAct();
  const toaster = useContext(ToasterContext);
  const name = describeBrowser(device.userAgent);
  const when = describeTime(device.lastUsedAt, store.now());
  const end = async (): Promise<void> => {
    const told = await run(() => desk.endSession(device.id));
    if (told?.ok !== true) return;
    toaster.show(words.ended);
    await onEnded();
  };
  if (device.isThis) return <Row name={name} about={words.thisOne} />;
  return (
    <Row name={name} about={[words.lastUsed(when), device.ip].filter(Boolean).join(' · ')} error={error}>
      <Button look="quiet" name={words.endNamed(name)} isBusy={isBusy} onPress={() => void end()}>
        {words.end}
      </Button>
    </Row>
  );
}

type EndManyProps = { readonly leaving: Leaving; readonly onEnded: () => Promise<void> };

/** Both ask first; leaving this device asks about what waits on it, too. */
function EndMany({ leaving, onEnded }: EndManyProps) {
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
        <Button
          isBusy={isBusy}
          onPress={() => ask({ ...words.othersQuestion, isDanger: false, onYes: () => void endOthers() })}
        >
          {words.endOthers}
        </Button>
        <Button isBusy={isBusy} onPress={askAll}>
          {words.endAll}
        </Button>
      </Actions>
      <SectionError text={error} />
    </>
  );
}
