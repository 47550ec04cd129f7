/** The address of History. */
export const HISTORY_ADDRESS = '/admin#history';

/** The state of a navigation that opens the log in History. */
export const LOG_STATE = { view: 'log' } as const;

/** Whether a navigation asks for the log. */
export function isLogAsked(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'view' in state && state.view === LOG_STATE.view;
}

export function isHistoryAddress({ hash }: { hash: string }): boolean {
  return hash === '#history';
}
