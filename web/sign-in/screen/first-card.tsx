/** The sign-in card as a first visit shows it. The build writes it into the page (scripts/first-script-plugin.ts, decision 51). */
import { loadMessages, setLanguage } from '#web/messages/messages.ts';
import { NO_ERRORS } from '#web/sign-in/steps/sign-in-errors.ts';
import { SignInCard } from './sign-in-card.tsx';

const doNothing = (): void => undefined;

/** Loads the messages of the card. */
export async function prepareCard(language: Parameters<typeof setLanguage>[0]): Promise<void> {
  setLanguage(language, language.tag);
  await loadMessages('signedOut');
}

/** Replaced by the app's card, which repeats what the visitor did on this one. */
export const FirstCard = () => (
  <SignInCard
    mode="sign-in"
    form={{
      email: '',
      password: '',
      errors: NO_ERRORS,
      isBusy: false,
      setEmail: doNothing,
      setPassword: doNothing,
      fillDemo: doNothing,
    }}
    isOnline
    count={null}
    startsFocused={false}
    hasPasswords
    canSwitch
    noSignUp={null}
    notes={null}
    questions={null}
    methods={null}
    onSubmit={() => Promise.resolve()}
    onSwitch={doNothing}
    onForgot={doNothing}
    onResend={doNothing}
  />
);
