/** Starts the app, step by step. */
import './styles/styles.css';
import { createRoot } from 'react-dom/client';
import { renameOldKeys } from '#device/database/migrations.ts';
import { clearAddress, readThisStart, reloadOnTakeover } from '#device/start.ts';
import { followTheme } from '#device/local-storage/preferences.ts';
import { findLanguage } from '#languages/languages.ts';
import { App } from './app.tsx';
import { messages, setLanguage } from './messages/messages.ts';
import { createServices } from './services.ts';
import { AppContext } from './shown-list/app-context.ts';
import { BrokenScreen } from './ui/status/broken-screen.tsx';
import { createToaster, ToasterContext } from './ui/toasts/toaster.ts';

renameOldKeys();
const start = readThisStart();
const services = createServices(start);
followTheme(services.preferences);
reloadOnTakeover();
clearAddress(start);
const root = createRoot(document.getElementById('app') ?? document.body, { onUncaughtError: showBroken });
findLanguage(navigator.languages, (language, locale) => {
  setLanguage(language, locale);
  document.documentElement.lang = language.tag;
  root.render(
    <AppContext value={services}>
      <ToasterContext value={createToaster()}>
        <App />
      </ToasterContext>
    </AppContext>,
  );
});

/** After a bug, offers a reload instead of an empty page. The list is safe on the device. */
function showBroken(error: unknown): void {
  reportError(error);
  // Replaces the whole page, including the greeting.
  createRoot(document.body).render(
    <BrokenScreen text={messages.broken.text} action={messages.broken.reload} onPress={() => location.reload()} />,
  );
}
