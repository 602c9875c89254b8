/** The menu entries that send or copy the list as text (product Q5). */
import { useContext } from 'react';
import { listText } from './messages/en/list-text.ts';
import { useApp } from './shopper/app-context.ts';
import { useShopper } from './shopper/shopper-context.ts';
import { copyText } from './ui/copy-text.ts';
import { toolIcons } from './ui/icons/tool-icons.ts';
import { MenuButton } from './ui/menu/menu-entries.tsx';
import { ToasterContext } from './ui/toasts/toaster.ts';
import { useChunk } from './ui/use-chunk.ts';

/** Only systems with a share sheet offer Share. */
export function ListTextEntries() {
  const { deviceFeatures } = useApp();
  const { store } = useShopper();
  const toaster = useContext(ToasterContext);
  const sharing = useChunk(deviceFeatures.loadSharing, 'ignore');
  const format = useChunk(loadFormat, 'ignore');
  // Loaded before a press, because browsers share and copy only during one.
  if (format === null) return null;
  const run = async (send: (text: string) => Promise<string | null>): Promise<void> => {
    const isEmpty = store.view.heading().total === 0;
    const result = isEmpty ? listText.empty : await send(format.formatListText(store.list, store.view));
    if (result !== null) toaster.show(result);
  };
  const share = async (text: string): Promise<string | null> =>
    (await sharing?.openShareSheet({ text })) === false ? listText.notShared : null;
  return (
    <>
      {sharing?.hasShareSheet === true ? (
        <MenuButton icon={toolIcons.share} onPress={() => void run(share)}>
          {listText.share}
        </MenuButton>
      ) : null}
      <MenuButton icon={toolIcons.copy} onPress={() => void run(copy)}>
        {listText.copy}
      </MenuButton>
    </>
  );
}

const loadFormat = () => import('#core/list-text/format-list-text.ts');

const copy = async (text: string): Promise<string> => ((await copyText(text)) ? listText.copied : listText.notCopied);
