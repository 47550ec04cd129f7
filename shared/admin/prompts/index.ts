export { ChainedPromptsTab } from './chained-prompts-tab.tsx';
export { useRunHost } from './run-host.ts';
export { WorkflowPresence } from './workflow-presence.tsx';
