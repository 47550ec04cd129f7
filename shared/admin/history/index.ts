export { HISTORY_ADDRESS, isHistoryAddress } from './history-address.ts';
export { HistoryScreen } from './history-screen.tsx';
export { originName } from './history-texts.ts';
