/** Whether the server can be reached, judged by the calls to it. */
export interface Network {
  isOnline(): boolean;
  /** Reports whether a call got an answer from the server. */
  report(isReached: boolean): void;
  /** Probes the server now, because a call took long or the computer woke up. */
  doubt(): void;
  onChange(listener: (isOnline: boolean) => void): () => void;
  stop(): void;
}

interface NetworkOptions {
  /** Sends any request to the server and reports the result. Never rejects. */
  probe: () => Promise<void>;
  /** Milliseconds between two probes while nothing answers: the first pause, and the longest. */
  wait?: { first: number; longest: number };
}

/**
 * The network counts as online until a call reports otherwise; then the server is probed again and again until it
 * answers.
 */
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
