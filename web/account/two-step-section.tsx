/** Two-step verification: what is set up, one more, one less (product A3). */
import { useState } from 'react';
import type { AppEnrolment } from '#client/ports/account-desk.ts';
import type { Factor } from '#client/ports/accounts.ts';
import { describeFactor } from '#web/entry/describe-factor.ts';
import { twoStep as words } from '#web/messages/en/account.ts';
import { Button } from '#web/ui/button.tsx';
import { AddApp } from './add-app.tsx';
import { AddPhone } from './add-phone.tsx';
import { useDesk } from './desk-context.ts';
import { dropUnfinished } from './drop-unfinished.ts';
import { nextAppName } from './factor-names.ts';
import { Actions, Hint, Row, Rows, Section, SectionError } from './section.tsx';
import { useDeskAct } from './use-desk-act.ts';

type Adding = { readonly type: 'app'; readonly enrolment: AppEnrolment } | { readonly type: 'phone' };

export function TwoStepSection() {
  const { facts } = useDesk();
  const course = useAdding();
  const { adding, close } = course;
  const isOn = facts.factors.some(({ status }) => status === 'verified');
  return (
    <Section title={words.title}>
      <Hint>{isOn ? words.on : words.off}</Hint>
      <Rows>
        {withoutNew(facts.factors, adding).map((factor) => (
          <FactorRow factor={factor} key={factor.id} />
        ))}
      </Rows>
      <SectionError text={course.error} />
      {adding === null ? <AddButtons {...course} /> : null}
      {adding?.type === 'app' ? <AddApp enrolment={adding.enrolment} onDone={close} /> : null}
      {adding?.type === 'phone' ? <AddPhone onDone={close} /> : null}
    </Section>
  );
}

/** The one that is being added is in its panel. */
function withoutNew(factors: readonly Factor[], adding: Adding | null): readonly Factor[] {
  return adding?.type === 'app' ? factors.filter(({ id }) => id !== adding.enrolment.factorId) : factors;
}

const AddButtons = ({ isBusy, lastAdded, addApp, addPhone }: ReturnType<typeof useAdding>) => (
  <Actions>
    <Button isBusy={isBusy} startsFocused={lastAdded === 'app'} onPress={addApp}>
      {words.addApp}
    </Button>
    <Button startsFocused={lastAdded === 'phone'} onPress={addPhone}>
      {words.addPhone}
    </Button>
  </Actions>
);

/** The call is made again after a code. */
function once<T>(act: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | null = null;
  return () => (done ??= act());
}

/** Adds one at a time, and knows which button was the last. */
function useAdding() {
  const { desk, facts, refresh } = useDesk();
  const { run, isBusy, error } = useDeskAct();
  const [adding, setAdding] = useState<Adding | null>(null);
  const [lastAdded, setLastAdded] = useState<Adding['type'] | null>(null);
  const addApp = async (): Promise<void> => {
    const drop = once(() => dropUnfinished(desk, facts.factors));
    const told = await run(async () => desk.addApp(nextAppName(await drop())));
    if (told?.ok !== true) return;
    setAdding({ type: 'app', enrolment: told.value });
    await refresh();
  };
  return {
    adding,
    lastAdded,
    isBusy,
    error,
    addApp: () => void addApp(),
    addPhone: () => setAdding({ type: 'phone' }),
    close: () => {
      setLastAdded(adding?.type ?? null);
      setAdding(null);
    },
  };
}

/** One that was never confirmed asks nobody for a code; it can go without a question. */
function FactorRow({ factor }: { readonly factor: Factor }) {
  const { desk, refresh, ask } = useDesk();
  const { run, isBusy, error } = useDeskAct();
  const name = describeFactor(factor);
  const isVerified = factor.status === 'verified';
  const remove = async (): Promise<void> => {
    const told = await run(() => desk.removeFactor(factor.id));
    if (told?.ok === true) await refresh();
  };
  const askFirst = (): void => {
    const { title, text } = words.removeQuestion;
    ask({ title, text: text(name), yes: words.remove, isDanger: true, onYes: () => void remove() });
  };
  return (
    <Row name={name} about={isVerified ? '' : words.unfinished} error={error}>
      <Button
        look="quietDanger"
        name={words.removeNamed(name)}
        isBusy={isBusy}
        onPress={isVerified ? askFirst : () => void remove()}
      >
        {words.remove}
      </Button>
    </Row>
  );
}
