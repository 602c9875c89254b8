/** Adds and removes passkeys (product A3). */
import type { Passkey } from '#client/ports/account-api.ts';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Actions, Hint, Row, Rows, Section, SectionError } from '#web/account/section/section.tsx';
import { useAccount, useAccountAction, useAccountList } from '#web/account/section/use-account.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { describeTime } from '#web/messages/describe-time.ts';

export function PasskeysSection() {
  const { api, facts } = useAccount();
  const { rows, error: readError, isMissing, read } = useAccountList(api.passkeys);
  const { run, isBusy, error } = useAccountAction();
  const add = async (): Promise<void> => {
    const result = await run(api.addPasskey);
    if (result?.ok === true) await read();
  };
  if (isMissing) return null;
  return (
    <Section
      title={messages.passkeys.title}
      about={
        <Hint>
          {facts.passkeys === 'needs-domain'
            ? messages.passkeys.needsDomain(findLocalName(location))
            : messages.passkeys.hint}
        </Hint>
      }
      actions={
        facts.passkeys === 'needs-domain' ? null : (
          <Actions>
            <Button name={messages.passkeys.add} isBusy={isBusy} onPress={() => void add()}>
              {messages.parts.add}
            </Button>
          </Actions>
        )
      }
    >
      <Rows>
        {rows?.map((passkey) => (
          <PasskeyRow passkey={passkey} onRemoved={read} key={passkey.id} />
        ))}
      </Rows>
      <SectionError text={error ?? readError} />
    </Section>
  );
}

type PasskeyRowProps = { readonly passkey: Passkey; readonly onRemoved: () => Promise<void> };

function PasskeyRow({ passkey, onRemoved }: PasskeyRowProps) {
  const { store } = useShownList();
  const { api, openConfirmDialog } = useAccount();
  const { run, isBusy, error } = useAccountAction();
  const name = passkey.name || messages.passkeys.unnamed;
  const remove = async (): Promise<void> => {
    const result = await run(() => api.removePasskey(passkey.id));
    if (result?.ok === true) await onRemoved();
  };
  const { title, text, yes } = messages.passkeys.question;
  return (
    <Row name={name} about={messages.passkeys.added(describeTime(passkey.createdAt, store.now()))} error={error}>
      <Button
        look="quietDanger"
        name={messages.passkeys.removeNamed(name)}
        isBusy={isBusy}
        onPress={() => openConfirmDialog({ title, text: text(name), yes, isDanger: true, onYes: () => void remove() })}
      >
        {messages.passkeys.remove}
      </Button>
    </Row>
  );
}

/** The page's address at `localhost`, which passkeys require; null if the page is not served from this computer. */
export function findLocalName({
  protocol,
  hostname,
  port,
}: Pick<Location, 'protocol' | 'hostname' | 'port'>): string | null {
  const isLocal = hostname === '[::1]' || /^127(?:\.\d+){3}$/u.test(hostname);
  return isLocal ? `${protocol}//localhost${port === '' ? '' : `:${port}`}` : null;
}
