/** Recent activity: the latest security events of the account (product A5). */
import { useEffect, useRef, useState } from 'react';
import type { SecurityEvent } from '#client/ports/account-api.ts';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { describeMoment } from '#web/messages/describe-time.ts';
import { useAccount, useAccountList } from './section/use-account.ts';
import { Actions, Hint, Row, Rows, Section, SectionError } from './section/section.tsx';
import { describeBrowser, joinFacts } from './sessions-section.tsx';

/** The number of events that are shown at first. */
const SHOWN = 5;

/** Reads the events again after each change on this screen, and when the app becomes visible. */
export function ActivitySection() {
  const { api, facts, changes } = useAccount();
  const { rows, error, isMissing, read } = useAccountList(api.activity);
  // `facts` also changes after a change in another tab.
  const seen = useRef({ facts, changes });
  useEffect(() => {
    if (seen.current.facts === facts && seen.current.changes === changes) return;
    seen.current = { facts, changes };
    void read();
  }, [facts, changes, read]);
  useEffect(() => {
    const readIfVisible = (): void => {
      if (document.visibilityState === 'visible') void read();
    };
    document.addEventListener('visibilitychange', readIfVisible);
    return () => document.removeEventListener('visibilitychange', readIfVisible);
  }, [read]);
  // Until the first answer, the backend may turn out to have none (hosted Supabase).
  if (isMissing || (rows === null && error === null)) return null;
  return (
    <Section title={messages.activity.title}>
      <SectionError text={error} />
      {rows === null ? null : <Events events={rows} />}
    </Section>
  );
}

function Events({ events }: { readonly events: readonly SecurityEvent[] }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = events.length > SHOWN && !isOpen;
  return (
    <>
      {events.length === 0 ? <Hint>{messages.activity.none}</Hint> : null}
      <Rows>
        {(isLong ? events.slice(0, SHOWN) : events).map((event, index) => (
          <Row name={describeEvent(event)} about={describeOrigin(event)} key={index} />
        ))}
      </Rows>
      {isLong ? (
        <Actions>
          <Button onPress={() => setOpen(true)}>{messages.activity.showAll(events.length)}</Button>
        </Actions>
      ) : null}
    </>
  );
}

/** Events of a newer backend are shown by their name. */
function describeEvent({ kind, detail }: SecurityEvent): string {
  const describe = messages.activity.events.get(kind);
  return describe === undefined ? kind : describe(detail);
}

/** An operator's change names no device. */
const describeOrigin = ({ createdAt, userAgent, ip }: SecurityEvent): string =>
  joinFacts([describeMoment(createdAt), userAgent === '' ? '' : describeBrowser(userAgent), ip]);
