/** A screen that no other screen knows. */
import { PlainButton } from '#web/ui/plain-button.tsx';

const close = (): void => undefined;

export function TillScreen() {
  return <PlainButton label="×" onPress={close} />;
}
