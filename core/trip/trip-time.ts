/** A trip ends when nothing has been ticked for three hours. In milliseconds. Alone, because a start needs nothing else of trips. */
export const TRIP_MS = 3 * 60 * 60 * 1000;
