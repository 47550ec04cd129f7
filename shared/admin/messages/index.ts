export { MessagesButton } from './messages-button.tsx';
export { MessagesPanel } from './messages-panel.tsx';
