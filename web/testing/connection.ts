/** For component tests: the connection to the server, which tests cut and restore. */
import type { Connection } from '#client/ports/backend.ts';

export function createConnection(): {
  readonly connection: Connection;
  readonly setOnline: (isOnline: boolean) => void;
} {
  let isOnline = true;
  const listeners = new Set<() => void>();
  return {
    connection: {
      isOnline: () => isOnline,
      onChange(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    setOnline(value) {
      isOnline = value;
      for (const listener of listeners) listener();
    },
  };
}
