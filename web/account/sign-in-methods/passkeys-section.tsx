/** Lists, adds and removes passkeys (product A3). */
import type { Passkey } from '#client/ports/account-api.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { passkeys as words } from '#web/messages/en/account.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { describeTime } from '#web/account/devices/describe-time.ts';
import { useAccount } from '#web/account/section/account-context.ts';
import { Actions, Hint, Row, Rows, Section, SectionError } from '#web/account/section/section.tsx';
import { useAccountAction } from '#web/account/section/use-account-action.ts';
import { useAccountList } from '#web/account/section/use-account-list.ts';

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
    <Section title={words.title}>
      {rows?.length === 0 ? <Hint>{words.none}</Hint> : null}
      <Rows>
        {rows?.map((passkey) => (
          <PasskeyRow passkey={passkey} onRemoved={read} key={passkey.id} />
        ))}
      </Rows>
      {facts.passkeys === 'needs-domain' ? (
        <Hint>{words.needsDomain(findLocalName(location))}</Hint>
      ) : (
        <Actions>
          <Button isBusy={isBusy} onPress={() => void add()}>
            {words.add}
          </Button>
        </Actions>
      )}
      <SectionError text={error ?? readError} />
    </Section>
  );
}

type PasskeyRowProps = { readonly passkey: Passkey; readonly onRemoved: () => Promise<void> };

function PasskeyRow({ passkey, onRemoved }: PasskeyRowProps) {
  const { store } = useShopper();
  const { api, openConfirmDialog } = useAccount();
  const { run, isBusy, error } = useAccountAction();
  const name = passkey.name || words.unnamed;
  const remove = async (): Promise<void> => {
    const result = await run(() => api.removePasskey(passkey.id));
    if (result?.ok === true) await onRemoved();
  };
  const { title, text, yes } = words.question;
  return (
    <Row name={name} about={words.added(describeTime(passkey.createdAt, store.now()))} error={error}>
      <Button
        look="quietDanger"
        name={words.removeNamed(name)}
        isBusy={isBusy}
        onPress={() => openConfirmDialog({ title, text: text(name), yes, isDanger: true, onYes: () => void remove() })}
      >
        {words.remove}
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
