/** Which dialog a screen asked for. */
import type { Question } from './ui/question.ts';

export type Asked =
  | { readonly type: 'save' | 'load' | 'account' | 'install' | 'tray' }
  | { readonly type: 'add-category'; readonly onAdded: (id: string) => void }
  | { readonly type: 'edit-item'; readonly itemId: string }
  | { readonly type: 'question'; readonly question: Question };
