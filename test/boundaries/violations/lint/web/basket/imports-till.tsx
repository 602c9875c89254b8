/** A screen knows another screen. */
import { TillScreen } from '#web/till/till-screen.tsx';

export const Till = TillScreen;
