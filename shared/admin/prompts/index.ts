import { lazyScreen } from '../lazy-screen.tsx';

export { BatchSign } from './batches/batch-sign.tsx';
export { CodexButton } from './codex/codex-button.tsx';
export { RunSign } from './runs/run-sign.tsx';
export type { RunStoreState } from './runs/run-state.ts';
export { useRunHost } from './runs/use-run-host.ts';
export { useRunStore } from './runs/use-run-store.ts';
export { WorkflowPresence } from './runs/workflow-presence.tsx';
export const ChainedPromptsTab = lazyScreen(async () => (await import('./chained-prompts-tab.tsx')).ChainedPromptsTab);
