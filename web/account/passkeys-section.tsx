/** The passkeys of the account: add one on this device, remove one. */
import type { Passkey } from '#client/ports/account-desk.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { passkeys as words } from '#web/messages/en/account.ts';
import { Button } from '#web/ui/button.tsx';
import { describeTime } from './describe-time.ts';
import { useDesk } from './desk-context.ts';
import { Actions, Hint, Row, Rows, Section, SectionError } from './section.tsx';
import { useDeskAct } from './use-desk-act.ts';
import { useTold } from './use-told.ts';

/** A browser without them can still show and remove them. */
export function PasskeysSection() {
  const { desk } = useDesk();
  const { rows, error: readError, read } = useTold(desk.passkeys);
  const { run, isBusy, error } = useDeskAct();
  const add = async (): Promise<void> => {
    const told = await run(desk.addPasskey);
    if (told?.ok === true) await read();
  };
  return (
    <Section title={words.title}>
      {rows?.length === 0 ? <Hint>{words.none}</Hint> : null}
      <Rows>
        {rows?.map((passkey) => (
          <PasskeyRow passkey={passkey} onRemoved={read} key={passkey.id} />
        ))}
      </Rows>
      {'PublicKeyCredential' in globalThis ? (
        <Actions>
          <Button isBusy={isBusy} onPress={() => void add()}>
            {words.add}
          </Button>
        </Actions>
      ) : null}
      <SectionError text={error ?? readError} />
    </Section>
  );
}

type PasskeyRowProps = { readonly passkey: Passkey; readonly onRemoved: () => Promise<void> };

function PasskeyRow({ passkey, onRemoved }: PasskeyRowProps) {
  const { store } = useShopper();
  const { desk, ask } = useDesk();
  const { run, isBusy, error } = useDeskAct();
  const name = passkey.name || words.unnamed;
  const remove = async (): Promise<void> => {
    const told = await run(() => desk.removePasskey(passkey.id));
    if (told?.ok === true) await onRemoved();
  };
  const { title, text, yes } = words.question;
  return (
    <Row name={name} about={words.added(describeTime(passkey.createdAt, store.now()))} error={error}>
      <Button
        look="quietDanger"
        name={words.removeNamed(name)}
        isBusy={isBusy}
        onPress={() => ask({ title, text: text(name), yes, isDanger: true, onYes: () => void remove() })}
      >
        {words.remove}
      </Button>
    </Row>
  );
}
