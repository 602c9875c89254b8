/** Dialogs that load when they open. */
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { findLanguage } from '#languages/languages.ts';
import { loadMessages, setLanguage } from '#web/messages/messages.ts';
import { createToaster, ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useDialogChunk } from './use-dialog-chunk.ts';

type OpenedProps = { readonly load: () => Promise<string>; readonly onClose: () => void };

const Opened = ({ load, onClose }: OpenedProps) => <p>{useDialogChunk(load, onClose)}</p>;

async function open(load: OpenedProps['load']) {
  findLanguage(['en'], setLanguage);
  await loadMessages('signedIn');
  const toaster = createToaster();
  const onClose = vi.fn<() => void>();
  const { unmount } = await render(
    <ToasterContext value={toaster}>
      <Opened load={load} onClose={onClose} />
    </ToasterContext>,
  );
  return { toaster, onClose, unmount };
}

test('[D4] a dialog that cannot be downloaded says so and closes, so that the next press tries again', async () => {
  const { toaster, onClose } = await open(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(toaster.current()?.text).toBe('This couldn’t be opened. Check your connection, then try again.');
});

test('[D4] a dialog that fails late does not close the one in its place', async () => {
  const download = Promise.withResolvers<string>();
  const { toaster, onClose, unmount } = await open(() => download.promise);
  await unmount();
  download.reject(new TypeError('Failed to fetch'));
  await download.promise.catch(() => undefined);
  await Promise.resolve();
  expect(onClose).not.toHaveBeenCalled();
  expect(toaster.current()).toBeNull();
});
