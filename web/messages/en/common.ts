/** The sentences that every screen may need. */

export const product = 'Checklist';

/** The version label of the footer (product W1). */
const VERSION_LABEL = 'v1.0.1';

export const footer = `Checklist © 2025 • ${VERSION_LABEL}`;

/** What a bug leaves behind (spec section 8). */
export const broken = {
  text: 'Your list is safe on this device. Reload to go on.',
  reload: 'Reload',
  back: 'Back to Sign In',
  demo: 'Demo login failed. Please try again.',
  unexpected: 'An error occurred. Please try again.',
} as const;
