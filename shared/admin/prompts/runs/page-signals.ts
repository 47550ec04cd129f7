/** Something others are told of as it happens. */
export interface Signal<Value> {
  tell(value: Value): void;
  on(listener: (value: Value) => void): () => void;
}

export function createSignal<Value>(): Signal<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    tell(value) {
      for (const listener of [...listeners]) listener(value);
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
