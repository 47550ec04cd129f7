/**
 * Asks V8 to collect what is not used any more, beside the work at hand. Does nothing where Node was started without
 * `--expose-gc` (decision 7).
 */
export function collectGarbage(): void {
  void globalThis.gc?.({ type: 'major', execution: 'async' });
}
