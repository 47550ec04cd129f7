/**
 * Asks V8 to collect unused memory while the program goes on. Does nothing where Node was started without `--expose-gc`
 * (decision 7).
 */
export function collectGarbage(): void {
  void globalThis.gc?.({ type: 'major', execution: 'async' });
}
