/** Two-step verification: shows, adds and removes factors, and shows new recovery codes once (product A3). */
import { useContext, useLayoutEffect, useState } from 'react';
import type { AccountApi, AccountFacts, AppEnrolment } from '#client/ports/account-api.ts';
import type { Factor } from '#client/ports/accounts.ts';
import { describeFactor } from '#web/auth/code-step.tsx';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { AddApp, AddPhone, type NewFactorProps, nextFactorName } from './add-factor.tsx';
import { useAccount, useAccountAction } from '#web/account/section/use-account.ts';
import { Actions, Hint, Panel, Row, Rows, Section, SectionError } from '#web/account/section/section.tsx';
import { useApp } from '#web/shown-list/app-context.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import styles from './two-step.module.css';

type Adding = { readonly type: 'app'; readonly enrolment: AppEnrolment } | { readonly type: 'phone' };

export function TwoStepSection() {
  const { facts } = useAccount();
  const course = useAdding();
  const { adding } = course;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const isOn = facts.factors.some(({ status }) => status === 'verified');
  // With codes or an error on screen, the section stays.
  if (!canHaveFactors(course, facts) && codes === null && course.error === null) return null;
  return (
    <Section title={messages.twoStep.title} about={<Hint>{isOn ? messages.twoStep.on : messages.twoStep.off}</Hint>}>
      <Rows>
        {withoutNew(facts.factors, adding).map((factor) => (
          <FactorRow factor={factor} key={factor.id} />
        ))}
        {facts.recoveryCodesLeft === null ? null : (
          <RecoveryCodesRow left={facts.recoveryCodesLeft} onCreated={setCodes} />
        )}
      </Rows>
      <SectionError text={course.error} />
      {codes === null ? (
        <AddFactor {...course} onCodes={setCodes} />
      ) : (
        <NewCodes codes={codes} onDone={() => setCodes(null)} />
      )}
    </Section>
  );
}

/** Whether there are factors, or some can be added. */
const canHaveFactors = ({ offered }: ReturnType<typeof useAdding>, { factors }: AccountFacts): boolean =>
  offered.app || offered.phone || factors.length > 0;

type AddFactorProps = ReturnType<typeof useAdding> & Pick<NewFactorProps, 'onCodes'>;

function AddFactor({ onCodes, ...course }: AddFactorProps) {
  const { adding, close } = course;
  if (adding === null) return <AddButtons {...course} />;
  if (adding.type === 'phone') return <AddPhone onDone={close} onCodes={onCodes} />;
  return <AddApp enrolment={adding.enrolment} onDone={close} onCodes={onCodes} />;
}

/** Leaves out the factor that is being added, which has a panel. */
function withoutNew(factors: readonly Factor[], adding: Adding | null): readonly Factor[] {
  return adding?.type === 'app' ? factors.filter(({ id }) => id !== adding.enrolment.factorId) : factors;
}

/** What the backend does not offer has no button (product A9). */
const AddButtons = ({ isBusy, lastAdded, offered, addApp, addPhone }: ReturnType<typeof useAdding>) => (
  <Actions>
    {offered.app ? (
      <Button isBusy={isBusy} startsFocused={lastAdded === 'app'} onPress={addApp}>
        {messages.twoStep.addApp}
      </Button>
    ) : null}
    {offered.phone ? (
      <Button startsFocused={lastAdded === 'phone'} onPress={addPhone}>
        {messages.twoStep.addPhone}
      </Button>
    ) : null}
  </Actions>
);

/** The call may be repeated after a code, but the action runs once. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | null = null;
  return () => (done ??= work());
}

/** Adds one factor at a time and remembers which button was used. */
function useAdding() {
  const { api, facts, refresh } = useAccount();
  const { run, isBusy, error } = useAccountAction();
  const [adding, setAdding] = useState<Adding | null>(null);
  const [lastAdded, setLastAdded] = useState<Adding['type'] | null>(null);
  const [isAppRefused, setAppRefused] = useState(false);
  const addApp = async (): Promise<void> => {
    const drop = once(() => dropUnfinished(api, facts.factors));
    const result = await run(async () => api.addApp(nextFactorName(await drop(), 'app')));
    if (result?.ok === false && result.failure.type === 'not-offered') setAppRefused(true);
    if (result?.ok !== true) return;
    setAdding({ type: 'app', enrolment: result.value });
    await refresh();
  };
  return {
    adding,
    lastAdded,
    offered: { ...facts.secondSteps, app: facts.secondSteps.app && !isAppRefused },
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

/**
 * Removes authenticator apps that were added but never verified, because their secret is lost. Ignores failures.
 * @returns the remaining factors
 */
export async function dropUnfinished(
  api: Pick<AccountApi, 'removeFactor'>,
  factors: readonly Factor[],
): Promise<readonly Factor[]> {
  const left: Factor[] = [];
  for (const factor of factors) {
    const isUnfinished = factor.type === 'totp' && factor.status === 'unverified';
    const isRemoved = isUnfinished && (await api.removeFactor(factor.id)).ok;
    if (!isRemoved) left.push(factor);
  }
  return left;
}

/** An unverified factor protects nothing, so it is removed without a question. */
function FactorRow({ factor }: { readonly factor: Factor }) {
  const { api, refresh, openConfirmDialog } = useAccount();
  const { run, isBusy, error } = useAccountAction();
  const name = describeFactor(factor);
  const isVerified = factor.status === 'verified';
  const remove = async (): Promise<void> => {
    const result = await run(() => api.removeFactor(factor.id));
    if (result?.ok === true) await refresh();
  };
  const confirmFirst = (): void => {
    const { title, text } = messages.twoStep.removeQuestion;
    openConfirmDialog({
      title,
      text: text(name),
      yes: messages.twoStep.remove,
      isDanger: true,
      onYes: () => void remove(),
    });
  };
  return (
    <Row name={name} about={isVerified ? '' : messages.twoStep.unfinished} error={error}>
      <Button
        look="quietDanger"
        name={messages.twoStep.removeNamed(name)}
        isBusy={isBusy}
        onPress={isVerified ? confirmFirst : () => void remove()}
      >
        {messages.twoStep.remove}
      </Button>
    </Row>
  );
}

type RecoveryCodesRowProps = {
  readonly left: number;
  readonly onCreated: (codes: readonly string[]) => void;
};

/** Asks before new codes replace unused ones. */
function RecoveryCodesRow({ left, onCreated }: RecoveryCodesRowProps) {
  const { api, refresh, openConfirmDialog } = useAccount();
  const { run, isBusy, error } = useAccountAction();
  const renew = async (): Promise<void> => {
    const result = await run(api.renewRecoveryCodes);
    if (result?.ok !== true) return;
    onCreated(result.value);
    await refresh();
  };
  const confirmFirst = (): void => {
    const { title, text } = messages.twoStep.recoveryQuestion;
    openConfirmDialog({ title, text, yes: messages.twoStep.recoveryRenew, isDanger: true, onYes: () => void renew() });
  };
  return (
    <Row name={messages.twoStep.recovery} about={messages.twoStep.recoveryLeft(left)} error={error}>
      <Button
        look="quiet"
        name={messages.twoStep.recoveryRenew}
        isBusy={isBusy}
        onPress={left > 0 ? confirmFirst : () => void renew()}
      >
        {messages.twoStep.recoveryNew}
      </Button>
    </Row>
  );
}

type NewCodesProps = { readonly codes: readonly string[]; readonly onDone: () => void };

/** Shows new codes until the user has saved them. The dialog asks before it closes, because they are shown only once. */
function NewCodes({ codes, onDone }: NewCodesProps) {
  const { deviceFeatures } = useApp();
  const { onCloseQuestion } = useAccount();
  // Before the next key: Escape right after the codes are saved closes the dialog without a question.
  useLayoutEffect(() => {
    onCloseQuestion({ ...messages.twoStep.recoveryCloseQuestion, yes: messages.twoStep.recoveryDone });
    return () => onCloseQuestion(null);
  }, [onCloseQuestion]);
  const toaster = useContext(ToasterContext);
  const text = `${codes.join('\n')}\n`;
  const copy = async (): Promise<void> => {
    toaster.show((await copyText(text)) ? messages.twoStep.recoveryCopied : messages.twoStep.recoveryNotCopied);
  };
  return (
    <Panel>
      <p>{messages.twoStep.recoveryText}</p>
      <ul className={styles.codes} dir="ltr" aria-label={messages.twoStep.recovery}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Actions>
          <Button onPress={() => void copy()}>{messages.twoStep.copy}</Button>
          <Button onPress={() => deviceFeatures.saveFile(messages.twoStep.recoveryFile, text)}>
            {messages.twoStep.recoverySave}
          </Button>
          <Button look="primary" onPress={onDone}>
            {messages.twoStep.recoveryDone}
          </Button>
        </Actions>
      </div>
    </Panel>
  );
}
