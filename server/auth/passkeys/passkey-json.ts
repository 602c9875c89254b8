/** How clients see a passkey (auth-js, types.ts: PasskeyListItem): neither its key nor what browsers call it. */
import type { Passkey } from './passkeys.ts';

export type PasskeyJson = {
  readonly id: string;
  readonly friendly_name: string;
  readonly created_at: string;
  /** Left out until it is used. */
  readonly last_used_at?: string;
};

export function passkeyToJson({ id, friendlyName, createdAt, lastUsedAt }: Passkey): PasskeyJson {
  return {
    id,
    friendly_name: friendlyName,
    created_at: createdAt.toISOString(),
    ...(lastUsedAt !== null && { last_used_at: lastUsedAt.toISOString() }),
  };
}
