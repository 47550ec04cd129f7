export { MessagesButton } from './messages-button.tsx';
