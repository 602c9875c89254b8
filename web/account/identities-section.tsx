/** The ways to sign in that belong to the account: link another, unlink one, never the last (product A3). */
import type { Identity } from '#client/ports/account-desk.ts';
import { providerIcon, providerName } from '#web/entry/providers.ts';
import { identities as words } from '#web/messages/en/account.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useDesk } from './desk-context.ts';
import { Actions, Hint, Row, Rows, Section, SectionError } from './section.tsx';
import { useDeskAct } from './use-desk-act.ts';

/** Nothing where there is nothing to link. */
export function IdentitiesSection() {
  const { desk, facts } = useDesk();
  const { run, isBusy, error } = useDeskAct();
  const linked = new Set(facts.identities.map(({ provider }) => provider));
  const free = facts.providers.filter((provider) => !linked.has(provider));
  const isLast = facts.identities.length < 2;
  if (isLast && free.length === 0) return null;
  const link = async (provider: string): Promise<void> => {
    const told = await run(() => desk.link(provider));
    if (told?.ok === true) location.assign(told.value);
  };
  return (
    <Section title={words.title}>
      <Rows>
        {facts.identities.map((identity) => (
          <IdentityRow identity={identity} isLast={isLast} key={identity.id} />
        ))}
      </Rows>
      {isLast ? <Hint>{words.last}</Hint> : null}
      <Actions>
        {free.map((provider) => (
          <Button key={provider} isBusy={isBusy} onPress={() => void link(provider)}>
            <Icon path={providerIcon(provider)} />
            {words.link(providerName(provider))}
          </Button>
        ))}
      </Actions>
      <SectionError text={error} />
    </Section>
  );
}

function IdentityRow({ identity, isLast }: { readonly identity: Identity; readonly isLast: boolean }) {
  const { desk, refresh, ask } = useDesk();
  const { run, isBusy, error } = useDeskAct();
  const name = providerName(identity.provider);
  const unlink = async (): Promise<void> => {
    const told = await run(() => desk.unlink(identity.id));
    if (told?.ok === true) await refresh();
  };
  const { title, text, yes } = words.question;
  const askFirst = (): void => ask({ title, text: text(name), yes, isDanger: true, onYes: () => void unlink() });
  return (
    <Row name={name} about={identity.email} error={error}>
      {isLast ? null : (
        <Button look="quietDanger" name={words.unlinkNamed(name)} isBusy={isBusy} onPress={askFirst}>
          {words.unlink}
        </Button>
      )}
    </Row>
  );
}
