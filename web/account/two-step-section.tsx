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
import { nextAppName } from './factor-names.ts';
import { Actions, Hint, Row, Rows, Section, SectionError } from './section.tsx';
import { useDeskAct } from './use-desk-act.ts';

type Adding = { readonly type: 'app'; readonly enrolment: AppEnrolment } | { readonly type: 'phone' };

export function TwoStepSection() {
  const { desk, facts } = useDesk();
  const { run, isBusy, error } = useDeskAct();
  const [adding, setAdding] = useState<Adding | null>(null);
  const isOn = facts.factors.some(({ status }) => status === 'verified');
  const close = (): void => setAdding(null);
  const addApp = async (): Promise<void> => {
    const told = await run(() => desk.addApp(nextAppName(facts.factors)));
    if (told?.ok === true) setAdding({ type: 'app', enrolment: told.value });
  };
  return (
    <Section title={words.title}>
      <Hint>{isOn ? words.on : words.off}</Hint>
      <Rows>
        {facts.factors.map((factor) => (
          <FactorRow factor={factor} key={factor.id} />
        ))}
      </Rows>
      <SectionError text={error} />
      {adding === null ? (
        <Actions>
          <Button isBusy={isBusy} onPress={() => void addApp()}>
            {words.addApp}
          </Button>
          <Button onPress={() => setAdding({ type: 'phone' })}>{words.addPhone}</Button>
        </Actions>
      ) : null}
      {adding?.type === 'app' ? <AddApp enrolment={adding.enrolment} onDone={close} /> : null}
      {adding?.type === 'phone' ? <AddPhone onDone={close} /> : null}
    </Section>
  );
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
        look="quiet-danger"
        name={words.removeNamed(name)}
        isBusy={isBusy}
        onPress={isVerified ? askFirst : () => void remove()}
      >
        {words.remove}
      </Button>
    </Row>
  );
}
