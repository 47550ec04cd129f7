export type { AdminCommand } from './answers.ts';
export { useAppCommands } from './use-app-commands.ts';
