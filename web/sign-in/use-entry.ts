/** Coming in by email and password: what was typed, what is wrong with it, and the call under way. */
import { useContext, useRef, useState } from 'react';
import { DEMO_WORD } from '#core/account/credentials.ts';
import type { Credentials } from '#core/account/credentials.ts';
import { isDemoUser } from '#core/account/user.ts';
import type { Captcha, Factor } from '#client/ports/accounts.ts';
import { signIn, signUp } from '#client/session/entry.ts';
import type { EntryFailure } from '#client/session/entry.ts';
import { useApp } from '#web/app-context.ts';
import { entry as words } from '#web/messages/en/entry.ts';
import { ToasterContext } from '#web/ui/toaster.ts';
import { entrySentences, NO_SENTENCES } from './entry-sentences.ts';
import type { EntrySentences } from './entry-sentences.ts';

export type Mode = 'sign-in' | 'sign-up';

type EntryParts = {
  readonly mode: Mode;
  /** The account is there; its address has to be confirmed. */
  readonly onMailSent: () => void;
  /** The password was right; the account asks for a code, too. */
  readonly onCodeNeeded: (factors: readonly Factor[]) => void;
};

export type EntryTry = { readonly captcha: Captcha; readonly takesDemoAlong: boolean };

/** What was typed, what is wrong with it, and the way in. */
export function useEntry(parts: EntryParts) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [sentences, setSentences] = useState(NO_SENTENCES);
  const { isBusy, enter } = useEnter(parts, setSentences);
  return {
    email,
    password,
    sentences,
    isBusy,
    /** Gives what went wrong; null where nothing did. */
    submit: (options: EntryTry): Promise<EntryFailure | null> => enter({ email, password }, options),
    clear: (): void => setSentences(NO_SENTENCES),
    /** What went wrong on another way in. */
    say: (form: string): void => setSentences({ ...NO_SENTENCES, form }),
    setEmail: (value: string): void => {
      setEmail(value);
      setSentences({ ...sentences, email: null, form: null });
    },
    setPassword: (value: string): void => {
      setPassword(value);
      setSentences({ ...sentences, password: null, form: null });
    },
    /** Fills in the demo's credentials; the next press of the button enters (product W3). */
    fillDemo: (): void => {
      setEmail(DEMO_WORD);
      setPassword(DEMO_WORD);
      setSentences({ ...NO_SENTENCES, info: words.demoFilled });
    },
  };
}

/** The call under way: one at a time. */
function useEnter({ mode, onMailSent, onCodeNeeded }: EntryParts, say: (sentences: EntrySentences) => void) {
  const { session } = useApp();
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const toaster = useContext(ToasterContext);
  const enter = async (typed: Credentials, options: EntryTry): Promise<EntryFailure | null> => {
    if (isUnderWay.current) return null;
    isUnderWay.current = true;
    setBusy(true);
    say(NO_SENTENCES);
    const result = await (mode === 'sign-up' ? signUp : signIn)(session.door, typed, options);
    isUnderWay.current = false;
    setBusy(false);
    if (result.ok) {
      if (mode === 'sign-up' && !isDemoUser(result.value)) toaster.show(words.created);
      return null;
    }
    if (result.failure.type === 'code-needed') onCodeNeeded(result.failure.factors);
    else {
      say(entrySentences(result.failure, mode));
      if (result.failure.type === 'confirmation-needed') onMailSent();
    }
    return result.failure;
  };
  return { isBusy, enter };
}
