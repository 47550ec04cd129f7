export { useWaitingSends } from './use-waiting-sends.ts';
export { WaitingList } from './waiting-list.tsx';
