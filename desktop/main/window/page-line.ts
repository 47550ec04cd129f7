/** Whether the page is loaded and listens, and what it is to be told once it does. */
export function createPageLine() {
  let isReady = false;
  let unsaid: (() => void)[] = [];
  return {
    isReady: () => isReady,
    tell(say: () => void): void {
      if (isReady) say();
      else unsaid.push(say);
    },
    loaded(): void {
      isReady = true;
      for (const say of unsaid.splice(0)) say();
    },
    left(): void {
      isReady = false;
    },
    closed(): void {
      isReady = false;
      unsaid = [];
    },
  };
}
