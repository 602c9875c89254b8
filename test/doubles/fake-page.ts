/** Stubs of the page's globals that the device layer uses. */
import { vi } from 'vitest';

export type FakePage = {
  /** Dispatches an event on the window or the document. */
  readonly tell: (target: 'window' | 'document', event: string, fields?: object) => void;
  readonly show: (visibilityState: 'visible' | 'hidden') => void;
};

/** Stubs an empty window and document for this test. */
export function stubPage(): FakePage {
  const page = {
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
  };
  vi.stubGlobal('window', page.window);
  vi.stubGlobal('document', page.document);
  const tell: FakePage['tell'] = (target, event, fields = {}) => {
    page[target].dispatchEvent(Object.assign(new Event(event), fields));
  };
  return {
    tell,
    show(visibilityState) {
      page.document.visibilityState = visibilityState;
      tell('document', 'visibilitychange');
    },
  };
}

/** Stubs local storage with these values; with null, access to it throws. */
export function stubLocalStorage(values: Record<string, string> | null): Map<string, string> {
  const stored = new Map(Object.entries(values ?? {}));
  const refuse = (): never => {
    throw new DOMException('', 'SecurityError');
  };
  vi.stubGlobal('localStorage', {
    get length() {
      return values ? stored.size : refuse();
    },
    key: (at: number) => [...stored.keys()][at] ?? null,
    getItem: values ? (key: string) => stored.get(key) ?? null : refuse,
    setItem: values ? (key: string, value: string) => stored.set(key, value) : refuse,
    removeItem: values ? (key: string) => stored.delete(key) : refuse,
  });
  return stored;
}
