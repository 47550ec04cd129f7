export { discardedIn, discardQuestion } from './discard-question.ts';
export { PostFormScreen } from './post-form-screen.tsx';
export { useWaitingSaves } from './use-waiting-saves.ts';
