export { ChainedPromptsTab } from './chained-prompts-tab.tsx';
export { useRunHost, useRunStore } from './run-host.ts';
export type { RunStoreState } from './run-store.ts';
export { WorkflowPresence } from './workflow-presence.tsx';
