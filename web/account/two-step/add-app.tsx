/** Adds an authenticator app: its secret as a QR code, as a link and as text, then its first code. */
import { useContext } from 'react';
import type { AppEnrolment } from '#client/ports/account-api.ts';
import { CodeForm } from '#web/auth/code-form.tsx';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { Actions, Panel } from '#web/account/section/section.tsx';
import styles from './add-app.module.css';
import { useNewFactor, type NewFactorProps } from './use-new-factor.ts';

type AddAppProps = NewFactorProps & { readonly enrolment: AppEnrolment };

export function AddApp({ enrolment, ...props }: AddAppProps) {
  const toaster = useContext(ToasterContext);
  const { confirmFactor, cancel } = useNewFactor(props);
  const copy = async (): Promise<void> => {
    toaster.show((await copyText(enrolment.secret)) ? messages.twoStep.copied : messages.twoStep.notCopied);
  };
  return (
    <Panel onCancel={() => void cancel(enrolment.factorId)}>
      <p>{messages.twoStep.scan}</p>
      <img className={styles.qr} src={enrolment.qrCode} alt={messages.twoStep.qrCode} width={208} height={208} />
      <p>{messages.twoStep.secret}</p>
      <p className={styles.secret} dir="ltr">
        {groupSecret(enrolment.secret)}
      </p>
      <Actions>
        {enrolment.uri.startsWith('otpauth:') ? (
          <a className={styles.open} href={enrolment.uri}>
            {messages.twoStep.openApp}
          </a>
        ) : null}
        <Button onPress={() => void copy()}>{messages.twoStep.copy}</Button>
      </Actions>
      <CodeForm action={messages.twoStep.turnOn} onEnter={(code) => confirmFactor(enrolment.factorId, code)}>
        <Button look="quiet" onPress={() => void cancel(enrolment.factorId)}>
          {messages.parts.cancel}
        </Button>
      </CodeForm>
    </Panel>
  );
}

/** Groups of four are easier to copy by hand. */
const groupSecret = (secret: string): string => secret.replaceAll(/.{4}(?=.)/gu, '$& ');
