/** The bar to add items with: name, category, button, and an overlay for suggestions and status. */
import { useCallback, useEffect, useEffectEvent, useRef, useState, type ComponentProps } from 'react';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Icon } from '#web/ui/icons/icon.tsx';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import { AdderStrip } from './adder-strip.tsx';
import styles from './adder.module.css';
import { ItemField, CategorySelect } from './adder-fields.tsx';
import type { Launch } from '#core/start/read-start.ts';
import { useApp, usePreferences } from '#web/shown-list/app-context.ts';
import { useAddFieldKeys } from '#web/list/keyboard/add-field.ts';
import { useAdder, type AdderState } from './use-adder.ts';
import { HistoryInBar } from '#web/list/header/toolbar.tsx';
import { useChunk } from '#web/ui/use-chunk.ts';
import { useBarPosition } from './use-bar-position.ts';
import { icons } from '#web/ui/icons/icons.ts';
import { mark } from '#web/ui/marks.ts';
import { CategorySwatch } from '#web/shown-list/category-swatch.tsx';

type AdderProps = {
  /** How the app was opened: with a text for the field, or with text that another app shared. */
  readonly launch: Launch;
  readonly onDialog: (dialog: AdderDialog) => void;
};

type AdderDialog =
  | { readonly type: 'add-category'; readonly onAdded: (id: string) => void }
  | {
      readonly type: 'add-several';
      readonly text: string;
      readonly category: string;
      /** Whether another app shared the text. */
      readonly isShared?: boolean;
      /** The text remains in the add field until it is added. */
      readonly onAdded?: () => void;
    };

const loadPreview = () => import('#web/list/many-lines/add-several-dialog.tsx');

const WIDE_WITH_KEYBOARD = '(min-width: 48em) and (hover: hover) and (pointer: fine)';

/** The form. Enter adds the item, empties the field and keeps its focus for the next item. */
export function Adder({ launch, onDialog }: AdderProps) {
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const adder = useAdder(launch.text, (split) => onDialog({ type: 'add-several', ...split }));
  const again = useAgain(adder.text);
  // Do not scroll: the row of an existing item may have just been scrolled into view.
  const focusField = (): void => input.current?.focus({ preventScroll: true });
  const openSeveral = (text: string): void => onDialog({ type: 'add-several', text, category: adder.chosenCategory });
  const openNewCategory = (onAdded: (id: string) => void): void => onDialog({ type: 'add-category', onAdded });
  useBarPosition(form);
  useAddFieldKeys(usePreferences().addKeys);
  const { store } = useShownList();
  useEffect(() => {
    // On touch screens, the focus would open the keyboard.
    const isEmptyOnDesktop = store.view.heading().total === 0 && window.matchMedia(WIDE_WITH_KEYBOARD).matches;
    if (launch.action === 'add' || isEmptyOnDesktop) input.current?.focus();
  }, [launch, store]);
  useSharedText(launch, onDialog);
  return (
    <form
      className={styles.adder}
      ref={form}
      aria-label={messages.adder.label}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        adder.submit();
        focusField();
      }}
    >
      <HistoryInBar />
      <div className={styles.row}>
        <ItemField
          adder={adder}
          inputRef={input}
          onFocus={() => {
            // Downloads the preview before a paste needs it. If that fails, the preview reports it when it opens.
            loadPreview().catch(() => undefined);
          }}
          onSeveral={openSeveral}
        >
          <IconButton
            icon={toolIcons.again}
            name={messages.again.name}
            isExpanded={again.isOpen}
            onPress={again.toggle}
          />
        </ItemField>
        <AdderCategory adder={adder} onAddCategory={() => openNewCategory(adder.choose)} onDone={focusField} />
        <button className={styles.add} type="submit" disabled={!adder.hasText} aria-label={messages.adder.add}>
          <Icon path={toolIcons.plus} />
          <span className={styles.words}>{messages.adder.add}</span>
        </button>
      </div>
      <AdderStrip adder={adder} onAddCategory={openNewCategory} onDone={focusField}>
        {again.isOpen ? (
          <LoadedAgain
            onAdd={adder.addAgain}
            onAddAll={(habits) => {
              // Closes, because a second quick press would add the next names, too.
              again.toggle();
              adder.addAllAgain(habits);
            }}
            onClose={again.toggle}
          />
        ) : null}
      </AdderStrip>
    </form>
  );
}

const loadAgain = () => import('#web/list/again/again.tsx');

function LoadedAgain(props: ComponentProps<Awaited<ReturnType<typeof loadAgain>>['Again']>) {
  const chunk = useChunk(loadAgain, 'ignore');
  return chunk && <chunk.Again {...props} />;
}

/** Whether Again is open: it opens from the empty field, and closes once the field has text. */
function useAgain(text: string): { readonly isOpen: boolean; readonly toggle: () => void } {
  const [isOpen, setOpen] = useState(false);
  if (isOpen && text !== '') setOpen(false);
  const toggle = useCallback(() => setOpen((before) => !before), []);
  return { isOpen, toggle };
}

/**
 * Opens the preview of the text that another app shared, also before a sign-in or a reload. Without a service worker the text is
 * missing, and can be pasted.
 */
function useSharedText({ action }: Launch, onDialog: AdderProps['onDialog']): void {
  const { deviceFeatures } = useApp();
  const open = useEffectEvent((text: string) => onDialog({ type: 'add-several', text, category: '', isShared: true }));
  useEffect(() => {
    const start = async (): Promise<void> => {
      const isShared = action === 'share' || (await deviceFeatures.hasSharedText().catch(() => false));
      if (!isShared) return;
      const sharing = await deviceFeatures.loadSharing().catch(() => null);
      open((await sharing?.readSharedText()) ?? '');
    };
    void start();
  }, [action, deviceFeatures]);
}

type AdderCategoryProps = {
  readonly adder: AdderState;
  readonly onAddCategory: () => void;
  /** Returns the focus to the field. */
  readonly onDone: () => void;
};

/** On a phone the category's swatch covers its text, and the strip above the bar shows the whole name. */
function AdderCategory({ adder, onAddCategory, onDone }: AdderCategoryProps) {
  const { category, hasText, choose, submit } = adder;
  return (
    <div className={styles.category}>
      <CategorySelect
        className={styles.select}
        label={messages.adder.category}
        category={category}
        placeholder={messages.adder.selectCategory}
        onChoose={choose}
        onPicked={onDone}
        onAddCategory={onAddCategory}
        onKeyDown={(event) => {
          // An open picker handles its keys. In a closed select the arrow keys already choose, so Enter has to add.
          if (event.key === 'Escape') onDone();
          else if (event.key === 'Enter' && hasText) {
            event.preventDefault();
            submit();
            onDone();
          }
        }}
      />
      <span className={styles.face} {...mark('live', category === null ? undefined : 'true')}>
        {category === null ? <Icon path={toolIcons.category} /> : <CategorySwatch category={category} />}
      </span>
      <span className={styles.chevron}>
        <Icon path={icons.chevron} />
      </span>
    </div>
  );
}
