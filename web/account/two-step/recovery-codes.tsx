/** Recovery codes: how many are left, and new ones, which are shown once (product A3). */
import { useContext, useLayoutEffect } from 'react';
import { useApp } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useAccount, useAccountAction } from '#web/account/section/use-account.ts';
import { Actions, Panel, Row } from '#web/account/section/section.tsx';
import styles from './recovery-codes.module.css';

type RecoveryCodesRowProps = {
  readonly left: number;
  readonly onCreated: (codes: readonly string[]) => void;
};

/** Asks before new codes replace unused ones. */
export function RecoveryCodesRow({ left, onCreated }: RecoveryCodesRowProps) {
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
export function NewCodes({ codes, onDone }: NewCodesProps) {
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
