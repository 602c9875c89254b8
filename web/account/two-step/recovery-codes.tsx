/** Recovery codes: how many are left, and new ones, which are shown once (product A3). */
import { useContext } from 'react';
import { useApp } from '#web/shopper/app-context.ts';
import { twoStep as words } from '#web/messages/en/account.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useAccount } from '#web/account/section/account-context.ts';
import { Actions, Panel, Row } from '#web/account/section/section.tsx';
import { useAccountAction } from '#web/account/section/use-account-action.ts';
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
    const { title, text } = words.recoveryQuestion;
    openConfirmDialog({ title, text, yes: words.recoveryRenew, isDanger: true, onYes: () => void renew() });
  };
  return (
    <Row name={words.recovery} about={words.recoveryLeft(left)} error={error}>
      <Button look="quiet" isBusy={isBusy} onPress={left > 0 ? confirmFirst : () => void renew()}>
        {words.recoveryRenew}
      </Button>
    </Row>
  );
}

type NewCodesProps = { readonly codes: readonly string[]; readonly onDone: () => void };

/** Shows new codes until the user has saved them. */
export function NewCodes({ codes, onDone }: NewCodesProps) {
  const { deviceFeatures } = useApp();
  const toaster = useContext(ToasterContext);
  const text = `${codes.join('\n')}\n`;
  const copy = async (): Promise<void> => {
    toaster.show((await copyText(text)) ? words.recoveryCopied : words.recoveryNotCopied);
  };
  return (
    <Panel>
      <p>{words.recoveryText}</p>
      <ul className={styles.codes} dir="ltr" aria-label={words.recovery}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Actions>
        <Button onPress={() => void copy()}>{words.copy}</Button>
        <Button onPress={() => deviceFeatures.saveFile(words.recoveryFile, text)}>{words.recoverySave}</Button>
        <Button look="primary" onPress={onDone}>
          {words.recoveryDone}
        </Button>
      </Actions>
    </Panel>
  );
}
