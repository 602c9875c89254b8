/** Recent activity: security-relevant changes and sign-ins on new devices (product A5). */
import type { SecurityEvent } from '#client/ports/account-api.ts';
import { activity as words } from '#web/messages/en/account.ts';
import { useAccount } from '#web/account/section/account-context.ts';
import { Hint, Row, Rows, Section, SectionError } from '#web/account/section/section.tsx';
import { useAccountList } from '#web/account/section/use-account-list.ts';
import { describeBrowser } from './describe-browser.ts';
import { describeMoment } from './describe-time.ts';

export function ActivitySection() {
  const { api } = useAccount();
  const { rows, error } = useAccountList(api.activity);
  return (
    <Section title={words.title}>
      <SectionError text={error} />
      {rows?.length === 0 ? <Hint>{words.none}</Hint> : null}
      <Rows>
        {(rows ?? []).map((event, index) => (
          <Row name={describeEvent(event)} about={describeOrigin(event)} key={index} />
        ))}
      </Rows>
    </Section>
  );
}

/** Events of a newer backend are shown by their name. */
function describeEvent({ kind, detail }: SecurityEvent): string {
  const describe = words.events.get(kind);
  return describe === undefined ? kind : describe(detail);
}

const describeOrigin = ({ createdAt, userAgent, ip }: SecurityEvent): string =>
  [describeMoment(createdAt), describeBrowser(userAgent), ip].filter((fact) => fact !== '').join(' · ');
