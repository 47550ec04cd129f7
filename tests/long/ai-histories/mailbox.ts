/** Events that were not handled yet, in order. */
export class Mailbox<Item> {
  readonly #items: Item[] = [];
  #wake: () => void = () => undefined;

  put(item: Item): void {
    this.#items.push(item);
    this.#wake();
  }

  clear(): void {
    this.#items.length = 0;
  }

  /** Returns the oldest item, and waits for one if there is none. Throws after so many milliseconds without any. */
  async take(withinMs: number): Promise<Item> {
    const until = performance.now() + withinMs;
    for (;;) {
      const item = this.#items.shift();
      if (item !== undefined) return item;
      const left = until - performance.now();
      if (left <= 0) throw new Error(`Nothing happened for ${withinMs} ms`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}
