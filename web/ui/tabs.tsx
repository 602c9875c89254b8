/** Tabs and the panel of the selected one. */
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import styles from './tabs.module.css';

type Tab<Id extends string> = { readonly id: Id; readonly label: string; readonly disabled?: boolean };

type TabsProps<Id extends string> = {
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  /** The panel of the selected tab. */
  readonly children: ReactNode;
};

/** Arrow keys move between tabs that are not disabled (WAI-ARIA tabs pattern). */
export function Tabs<Id extends string>({ tabs, selected, onSelect, children }: TabsProps<Id>) {
  const base = useId();
  const usable = tabs.filter((tab) => tab.disabled !== true);
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const at = usable.findIndex((tab) => tab.id === selected);
    const next = usable[(at + by + usable.length) % usable.length];
    if (next === undefined) return;
    onSelect(next.id);
    document.getElementById(`${base}-${next.id}`)?.focus();
  };
  return (
    <>
      <div className={styles.tabs} role="tablist" tabIndex={-1} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            className={styles.tab}
            key={tab.id}
            id={`${base}-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === selected}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            disabled={tab.disabled}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${base}-panel`} role="tabpanel" aria-labelledby={`${base}-${selected}`}>
        {children}
      </div>
    </>
  );
}
