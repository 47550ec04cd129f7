export { createUpdates, type Updates } from './app-updates.ts';
export { openUpdateChoice } from './update-choice.ts';
export { updateQuestions } from './update-questions.ts';
export { readUpdateSource } from './update-source.ts';
export { openUpdater } from './updater.ts';
