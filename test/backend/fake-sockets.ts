/** WebSockets that a test answers by hand. */
import { vi } from 'vitest';
import { ANN } from './fake-server.ts';

/** A frame of the wire: join ref, ref, topic, event, payload. */
type Frame = readonly [string | null, string | null, string, string, Readonly<Record<string, unknown>>];

type FakeSocket = {
  url: string;
  readyState: number;
  onopen: () => void;
  onmessage: (message: { readonly data: string }) => void;
  onclose: (event: object) => void;
  onerror: () => void;
  send: (text: string) => void;
  close: () => void;
};

/** Sockets that a test answers by hand. */
export function stubSockets() {
  const sockets: FakeSocket[] = [];
  const frames: Frame[] = [];
  const open = function (url: string): FakeSocket {
    const socket: FakeSocket = {
      url,
      readyState: 0,
      onopen: () => undefined,
      onmessage: () => undefined,
      onclose: () => undefined,
      onerror: () => undefined,
      send: (text) => void frames.push(JSON.parse(text) as Frame),
      close() {
        socket.readyState = 3;
        socket.onclose({ code: 1000, wasClean: true });
      },
    };
    sockets.push(socket);
    return socket;
  };
  vi.stubGlobal('WebSocket', open);
  const say = (...frame: Frame): void => sockets.at(-1)?.onmessage({ data: JSON.stringify(frame) });
  return {
    sockets,
    frames,
    say,
    /** The latest frame of that event on a table's channel. */
    sent: (event: string, table = 'grocery_items') =>
      frames.filter(([, , topic, name]) => name === event && topic === `realtime:${table}:${ANN.id}`),
    connect: (): void => {
      const socket = sockets.at(-1);
      if (!socket) return;
      socket.readyState = 1;
      socket.onopen();
    },
  };
}
