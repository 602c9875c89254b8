/** The dialog 'Save List': updates the saved list of the same name, or saves a new or another existing one (spec section 2). */
import { useState } from 'react';
import { savedListNamed } from '#core/change/change-saved-lists.ts';
import { messages } from '#web/messages/messages.ts';
import { useHeading, useSavedLists, useShownList } from '#web/shown-list/shown-list.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { SaveAsForm } from './save-as-form.tsx';
import { SaveOverForm } from './save-over-form.tsx';
import styles from './saved-lists.module.css';
import { useOverwrite } from './use-overwrite.ts';

/**
 * If the list was saved or loaded before, the first action updates that saved list. The tab 'Existing List' is disabled
 * if there are no saved lists (spec section 5).
 */
export function SaveListDialog({ onClose }: { readonly onClose: () => void }) {
  const { store } = useShownList();
  const { name } = useHeading();
  const hasLists = useSavedLists().length > 0;
  const overwrite = useOverwrite(onClose);
  const [tab, setTab] = useState<'new' | 'existing'>('new');
  const origin = savedListNamed(store.list, name);
  return (
    <Dialog title={messages.saveList.title} onClose={onClose}>
      {origin === null ? null : (
        <div className={styles.update}>
          <Button look="primary" startsFocused onPress={() => overwrite(origin)}>
            {messages.saveList.update(origin.name)}
          </Button>
          <p className={styles.or}>{messages.saveList.orSave}</p>
        </div>
      )}
      <Tabs
        tabs={[
          { id: 'new', label: messages.saveList.newTab },
          { id: 'existing', label: messages.saveList.existingTab, disabled: !hasLists },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        {tab === 'new' ? (
          <SaveAsForm firstName={origin === null ? name : ''} isPrimary={origin === null} onClose={onClose} />
        ) : (
          <SaveOverForm onClose={onClose} />
        )}
      </Tabs>
    </Dialog>
  );
}
