/** The lead among this browser's tabs: the leading tab works for all of them. */
export interface TabLead {
  isLeading(): boolean;
  /** Takes the lead from another tab at once, when the browser has put that tab to sleep. */
  take(): void;
}

export interface TabLeadOptions {
  name: string;
  /** The browser's Web Locks; undefined where there are none (an insecure origin): then every tab leads itself. */
  locks: LockManager | undefined;
  onLead(): void;
  onLost(): void;
}

/**
 * Leads as soon as no other tab does: a tab that closes, in whatever way, passes the lock to the tab that has waited
 * longest.
 */
export function createTabLead({ name, locks, onLead, onLost }: TabLeadOptions): TabLead {
  let isLeading = false;
  let callOff = () => {};

  const lead = () => {
    isLeading = true;
    onLead();
    // Holds the lock until the page closes, or another tab takes the lead.
    return new Promise<never>(() => {});
  };
  async function wait(manager: LockManager): Promise<void> {
    const waiting = new AbortController();
    callOff = () => waiting.abort();
    await manager.request(name, { signal: waiting.signal }, lead).catch(() => {
      if (!waiting.signal.aborted) lost(manager);
    });
  }
  function lost(manager: LockManager): void {
    if (!isLeading) return;
    isLeading = false;
    onLost();
    void wait(manager);
  }

  if (locks) void wait(locks);
  else queueMicrotask(lead);
  return {
    isLeading: () => isLeading,
    take() {
      if (!locks || isLeading) return;
      callOff();
      locks.request(name, { steal: true }, lead).catch(() => lost(locks));
    },
  };
}
