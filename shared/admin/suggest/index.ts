export { SuggestCard, useHasCard } from './card/suggest-card.tsx';
export { SuggestButton } from './suggest-button.tsx';
export { type Help, HelpProvider } from './suggest-context.tsx';
export { SuggestMenu } from './suggest-menu.tsx';
export { useSuggester } from './use-suggester.ts';
