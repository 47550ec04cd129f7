import type { DocumentStatus } from '#shared/contract/workspace.ts';

/** What the owner reads. */
export const statusTexts: Record<DocumentStatus, string> = {
  'not-kept': 'Not kept on this computer',
  'on-this-computer': 'On this computer',
  waiting: 'Waiting for the server',
  'on-the-server': 'Synced',
};

/** The facts a document's status follows from. */
interface DocumentFacts {
  /** Something was typed that the device failed to store. */
  isUnkept: boolean;
  /** Updates are exchanged with a server. */
  isExchanged: boolean;
  /** Updates the server has not acknowledged. */
  unsent: number;
}

export function statusOf({ isUnkept, isExchanged, unsent }: DocumentFacts): DocumentStatus {
  if (isUnkept) return 'not-kept';
  if (!isExchanged) return 'on-this-computer';
  return unsent > 0 ? 'waiting' : 'on-the-server';
}
