export { type Answer, type AnswerStore, openAnswerStore } from './answer-store.ts';
export { KEPT_HEADERS, keptAs, standsFor } from './kept-calls.ts';
