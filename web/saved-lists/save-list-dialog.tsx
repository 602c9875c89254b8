/** The dialog 'Save List': under a new name, or over an existing one (spec section 2). */
import { useState } from 'react';
import { saveList } from '#web/messages/en/dialogs.ts';
import { useSavedLists } from '#web/shopper/shopper-context.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { SaveAsForm } from './save-as-form.tsx';
import { SaveOverForm } from './save-over-form.tsx';

/** The 'Existing List' tab is disabled when there are no saved lists (spec section 5). */
export function SaveListDialog({ onClose }: { readonly onClose: () => void }) {
  const hasLists = useSavedLists().length > 0;
  const [tab, setTab] = useState<'new' | 'existing'>('new');
  return (
    <Dialog title={saveList.title} onClose={onClose}>
      <Tabs
        tabs={[
          { id: 'new', label: saveList.newTab },
          { id: 'existing', label: saveList.existingTab, disabled: !hasLists },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        {tab === 'new' ? <SaveAsForm onClose={onClose} /> : <SaveOverForm onClose={onClose} />}
      </Tabs>
    </Dialog>
  );
}
