import type { DocumentStatus } from '#shared/contract/workspace.ts';

/** The texts that the owner reads. */
export const statusTexts: Record<DocumentStatus, string> = {
  'not-kept': 'Not kept on this computer',
  'on-this-computer': 'On this computer',
  waiting: 'Waiting for the server',
  'on-the-server': 'Synced',
};

/** The facts that determine a document's status. */
interface DocumentFacts {
  /** Whether typed text could not be stored on the device. */
  isUnkept: boolean;
  /** Whether updates are exchanged with a server. */
  isExchanged: boolean;
  /** The number of updates that the server has not acknowledged. */
  unsent: number;
}

export function statusOf({ isUnkept, isExchanged, unsent }: DocumentFacts): DocumentStatus {
  if (isUnkept) return 'not-kept';
  if (!isExchanged) return 'on-this-computer';
  return unsent > 0 ? 'waiting' : 'on-the-server';
}
