/** Runs work after a frame, so that the frame does not wait for it. */

/**
 * Calls back after the browser has drawn the next frame.
 * @returns a function that cancels the call
 */
export function afterFrame(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A timer that is set in an animation frame runs after the frame is drawn.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(callback);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
