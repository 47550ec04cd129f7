import { lazyScreen } from '../../lazy-screen.tsx';

export { discardedIn, discardQuestion } from './discard-question.ts';
export { sessionPorts } from './open-form.ts';
export { actionOf, MERGED, savedTitle, saveRefreshes } from './saving/use-save-reports.ts';
export const PostFormScreen = lazyScreen(async () => (await import('./post-form-screen.tsx')).PostFormScreen);
