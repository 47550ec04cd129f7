/** What has happened and was not dealt with yet, in order. */
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

  /** The oldest item; waits for one. Throws after so many milliseconds without any. */
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
