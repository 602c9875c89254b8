/** Links and unlinks providers, such as Google (product A3). */
import type { Identity } from '#client/ports/account-api.ts';
import { providerIcon, providerName } from '#web/auth/providers.ts';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Actions, Email, Hint, Row, Rows, Section, SectionError } from '#web/account/section/section.tsx';
import { Icon } from '#web/ui/icons/icon.tsx';
import { useAccount, useAccountAction } from '#web/account/section/use-account.ts';

/** Renders nothing if there is no provider to link or unlink. */
export function IdentitiesSection() {
  const { api, facts } = useAccount();
  const { run, isBusy, error } = useAccountAction();
  const linked = new Set(facts.identities.map(({ provider }) => provider));
  const free = facts.providers.filter((provider) => !linked.has(provider));
  const isLast = facts.identities.length < 2;
  if (isLast && free.length === 0) return null;
  const link = async (provider: string): Promise<void> => {
    const result = await run(() => api.link(provider));
    if (result?.ok === true) location.assign(result.value);
  };
  return (
    <Section title={messages.identities.title}>
      <Rows>
        {facts.identities.map((identity) => (
          <IdentityRow identity={identity} isLast={isLast} key={identity.id} />
        ))}
      </Rows>
      {isLast ? <Hint>{messages.identities.last}</Hint> : null}
      <Actions>
        {free.map((provider) => (
          <Button key={provider} isBusy={isBusy} onPress={() => void link(provider)}>
            <Icon path={providerIcon(provider)} />
            {messages.identities.link(providerName(provider))}
          </Button>
        ))}
      </Actions>
      <SectionError text={error} />
    </Section>
  );
}

function IdentityRow({ identity, isLast }: { readonly identity: Identity; readonly isLast: boolean }) {
  const { api, facts, refresh, openConfirmDialog } = useAccount();
  const { run, isBusy, error } = useAccountAction();
  // Unlinking would say that the password no longer works, and it would (product A9).
  const keepsPassword = identity.provider === 'email' && !facts.removesPassword;
  const name = providerName(identity.provider);
  const unlink = async (): Promise<void> => {
    const result = await run(() => api.unlink(identity.id));
    if (result?.ok === true) await refresh();
  };
  const { title, text, yes } = messages.identities.question;
  const confirmFirst = (): void =>
    openConfirmDialog({ title, text: text(name), yes, isDanger: true, onYes: () => void unlink() });
  return (
    <Row name={name} about={identity.email && <Email address={identity.email} />} error={error}>
      {isLast || keepsPassword ? null : (
        <Button look="quietDanger" name={messages.identities.unlinkNamed(name)} isBusy={isBusy} onPress={confirmFirst}>
          {messages.identities.unlink}
        </Button>
      )}
    </Row>
  );
}
