/** Where History is. */
export const HISTORY_ADDRESS = '/admin#history';

/** What an address carries that leads to the log there. */
export const LOG_STATE = { view: 'log' } as const;

/** Whether whoever came here has asked for the log. */
export function isLogAsked(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'view' in state && state.view === LOG_STATE.view;
}

export function isHistoryAddress({ hash }: { hash: string }): boolean {
  return hash === '#history';
}
