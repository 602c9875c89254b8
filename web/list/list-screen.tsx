/** The main screen: the list, everything one does to it, and the bar to add things with. */
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { footer } from '#web/messages/en/common.ts';
import { list } from '#web/messages/en/list.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import type { Question } from '#web/ui/question.ts';
import { Toasts } from '#web/ui/toasts.tsx';
import { CategoryList } from './category-list.tsx';
import { ListControls } from './list-controls.tsx';
import { ListHeader } from './list-header.tsx';
import styles from './list-screen.module.css';
import { Toolbar } from './toolbar.tsx';
import { useUndoKeys } from './use-undo-keys.ts';

export type ListScreenProps = {
  /** The header's menu, and what the app has to say above the list. */
  readonly menu: ReactNode;
  readonly notices: ReactNode;
  readonly isShopping: boolean;
  /** What stands in the toolbar's place in shop mode. */
  readonly shopBar: ReactNode;
  /** The bar to add things with. */
  readonly adder: ReactNode;
  readonly onSave: () => void;
  readonly onLoad: () => void;
  /** Opens the dialog for a new category. */
  readonly onAddCategory: () => void;
  readonly onEdit: (itemId: string) => void;
  readonly onAsk: (question: Question) => void;
};

/** The screen; dialogs that belong to other screens are opened through its props. */
export function ListScreen(props: ListScreenProps) {
  const { menu, notices, isShopping, shopBar, adder, onSave, onLoad, onAddCategory, onEdit, onAsk } = props;
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  usePointerWatch();
  useUndoKeys();
  return (
    <div className={styles['screen']} data-shop={isShopping}>
      <ListHeader menu={menu}>
        {isShopping ? shopBar : <Toolbar onSave={onSave} onLoad={onLoad} onAddCategory={onAddCategory} onAsk={onAsk} />}
      </ListHeader>
      {isShopping ? null : <div className={styles['adder']}>{adder}</div>}
      <main className={styles['main']} aria-label={list.label}>
        {notices}
        {isShopping ? null : <ListControls selected={selected} onSelect={setSelected} onAsk={onAsk} />}
        <CategoryList
          isShopping={isShopping}
          selected={isShopping ? null : selected}
          onSelect={setSelected}
          onEdit={onEdit}
          onAddCategory={onAddCategory}
        />
        <footer className={styles['footer']}>{footer}</footer>
      </main>
      <Toasts />
    </div>
  );
}

/** Tells the folding when a finger or mouse button is down anywhere: rows must not move under it (product L6). */
function usePointerWatch(): void {
  const { folding } = useShopper();
  useEffect(() => {
    const down = (): void => folding.setPointerDown(true);
    const up = (): void => folding.setPointerDown(false);
    const controller = new AbortController();
    const options = { capture: true, passive: true, signal: controller.signal };
    window.addEventListener('pointerdown', down, options);
    for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, up, options);
    // Not captured: a press also takes the focus from a control, and only the window's own blur ends it.
    window.addEventListener('blur', up, { signal: controller.signal });
    return () => controller.abort();
  }, [folding]);
}
