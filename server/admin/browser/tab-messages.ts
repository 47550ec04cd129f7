import { documentStatuses, type ExchangeState } from '#shared/contract/workspace.ts';
import { asleep } from '#shared/workspace/exchange-port.ts';
import type { DeletionAnswer } from '#shared/workspace/held-deletions.ts';

/** What a tab asks of the one that leads. */
export type Wish = { type: 'sync' | 'adopt' } | { type: 'answer'; key: string; answer: DeletionAnswer };

/** Among the tabs of one browser. `done` answers a wish. */
export type TabMessage =
  | { type: 'state'; state: ExchangeState; isHidden: boolean }
  | { type: 'hello' }
  | { type: 'wrote'; id: string }
  | { type: 'done'; number: string }
  | (Wish & { number: string });

const types: readonly TabMessage['type'][] = ['state', 'hello', 'wrote', 'sync', 'adopt', 'answer', 'done'];

/** Tabs of another version may speak otherwise: what is not understood is passed over. */
export function readMessage(message: unknown): TabMessage | null {
  if (typeof message !== 'object' || message === null || !('type' in message)) return null;
  if (!types.some((type) => type === message.type)) return null;
  const said = message as TabMessage;
  if (said.type !== 'state') return said;
  const { status, waiting } = said.state ?? {};
  if (!documentStatuses.includes(status) || !Array.isArray(waiting)) return null;
  return { ...said, state: { ...asleep, ...said.state } };
}
