export { discardedIn, discardQuestion } from './discard-question.ts';
export { PostFormScreen } from './post-form-screen.tsx';
export { useWaitingSaves } from './saving/use-waiting-saves.ts';
