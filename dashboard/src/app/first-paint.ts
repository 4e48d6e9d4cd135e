/** Runs something after the browser has painted what is there; at once in a tab that is not shown, which never paints. */
export function afterFirstPaint(run: () => void): void {
  if (document.visibilityState === 'hidden') run();
  else requestAnimationFrame(() => setTimeout(run));
}
