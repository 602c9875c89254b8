/** Closes the channels of sessions that their owner ended, so that their devices notice at once (product Y9). */
import type { Hub } from './hub.ts';
import { failChannel } from './hub.ts';

/** supabase/migrations/0011_ended_sessions.sql announces the id of each session here, after the commit. */
const CHANNEL = 'ended_sessions';

/**
 * Listens until the returned function is called. After a gap in the connection to the database, all clients are disconnected
 * anyway (realtime.ts), so that no session is missed.
 */
export function closeEndedSessions(hub: Hub, onFailure: (error: unknown) => void): () => Promise<void> {
  const listening = hub.database.sql.listen(CHANNEL, (sessionId) => closeSession(hub, sessionId));
  // The driver reconnects. Without this message, the device notices with its next request.
  listening.catch(onFailure);
  return async () => {
    await listening.then((listener) => listener.unlisten()).catch(() => undefined);
  };
}

function closeSession(hub: Hub, sessionId: string): void {
  for (const { channelByTopic } of hub.connections) {
    for (const channel of channelByTopic.values()) {
      if (channel.identity.caller.claims['session_id'] === sessionId)
        failChannel(hub, channel, 'This session has ended');
    }
  }
}
