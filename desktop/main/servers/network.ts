/** Whether the server is reached, as the calls to it show. */
export interface Network {
  isOnline(): boolean;
  /** A call got an answer of the server, or none. */
  report(isReached: boolean): void;
  /** Something took long, or the computer woke up: ask now. */
  doubt(): void;
  onChange(listener: (isOnline: boolean) => void): () => void;
  stop(): void;
}

interface NetworkOptions {
  /** Asks the server for anything and reports what came of it. Never rejects. */
  probe: () => Promise<void>;
  /** Milliseconds from one question to the next while nothing answers: the first, and the longest. */
  wait?: { first: number; longest: number };
}

/** Counts as online until a call says otherwise; then asks again and again until one is answered. */
export function createNetwork({ probe, wait = { first: 3000, longest: 30_000 } }: NetworkOptions): Network {
  const listeners = new Set<(isOnline: boolean) => void>();
  let isOnline = true;
  let isAsking = false;
  let isStopped = false;
  let pause = wait.first;
  let timer: NodeJS.Timeout | null = null;

  const plan = () => {
    if (timer) clearTimeout(timer);
    timer = isOnline || isStopped ? null : setTimeout(ask, pause);
    timer?.unref();
  };
  const ask = async () => {
    if (isAsking || isStopped) return;
    isAsking = true;
    pause = Math.min(pause * 2, wait.longest);
    await probe();
    isAsking = false;
    plan();
  };

  return {
    isOnline: () => isOnline,
    report(isReached) {
      if (isReached === isOnline || isStopped) return;
      isOnline = isReached;
      pause = wait.first;
      plan();
      for (const listener of [...listeners]) listener(isOnline);
    },
    doubt: () => void ask(),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      isStopped = true;
      plan();
      listeners.clear();
    },
  };
}
