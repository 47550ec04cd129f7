export { useAppCommands } from './use-app-commands.ts';
