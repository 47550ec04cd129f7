export { discardedIn, discardQuestion } from './discard-question.ts';
export { sessionPorts } from './open-form.ts';
export { PostFormScreen } from './post-form-screen.tsx';
export { actionOf, MERGED, savedTitle, saveRefreshes } from './saving/use-save-reports.ts';
