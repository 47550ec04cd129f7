export { ChainedPromptsTab } from './chained-prompts-tab.tsx';
