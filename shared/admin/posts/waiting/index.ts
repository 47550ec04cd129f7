export { useWaitingItems, useWaitingWords, type WaitingWords } from './use-waiting-items.ts';
export { useWaitingSends } from './use-waiting-sends.ts';
export { WaitingList } from './waiting-list.tsx';
