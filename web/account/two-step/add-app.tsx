/** Adds an authenticator app: its secret as a QR code and as text, then its first code. */
import { useContext } from 'react';
import type { AppEnrolment } from '#client/ports/account-api.ts';
import { CodeForm } from '#web/auth/code-form.tsx';
import { parts, twoStep as words } from '#web/messages/en/account.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { Actions, Panel } from '#web/account/section/section.tsx';
import styles from './add-app.module.css';
import type { NewFactorProps } from './use-new-factor.ts';
import { useNewFactor } from './use-new-factor.ts';

type AddAppProps = NewFactorProps & { readonly enrolment: AppEnrolment };

export function AddApp({ enrolment, ...props }: AddAppProps) {
  const toaster = useContext(ToasterContext);
  const { confirmFactor, cancel } = useNewFactor(props);
  const copy = async (): Promise<void> => {
    toaster.show((await copyText(enrolment.secret)) ? words.copied : words.notCopied);
  };
  return (
    <Panel>
      <p>{words.scan}</p>
      <img className={styles.qr} src={enrolment.qrCode} alt={words.qrCode} width={208} height={208} />
      <p>{words.secret}</p>
      <p className={styles.secret} dir="ltr">
        {groupSecret(enrolment.secret)}
      </p>
      <Actions>
        <Button onPress={() => void copy()}>{words.copy}</Button>
      </Actions>
      <CodeForm action={words.turnOn} onEnter={(code) => confirmFactor(enrolment.factorId, code)}>
        <Button look="quiet" onPress={() => void cancel(enrolment.factorId)}>
          {parts.cancel}
        </Button>
      </CodeForm>
    </Panel>
  );
}

/** Groups of four are easier to copy by hand. */
const groupSecret = (secret: string): string => secret.replaceAll(/.{4}(?=.)/gu, '$& ');
