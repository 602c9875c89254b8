/** As much of a page as the modules of the device look for. */
import { vi } from 'vitest';

export type FakePage = {
  /** Tells the window, or the document, that something happened. */
  readonly tell: (target: 'window' | 'document', event: string, fields?: object) => void;
  readonly show: (visibilityState: 'visible' | 'hidden') => void;
};

/** A window and a document without anything in them, for this test. */
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

/** Local storage with these values; null: the browser refuses it. */
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
