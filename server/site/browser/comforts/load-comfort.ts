/** The exports of a comfort's module. */
interface ComfortModule {
  /** Called for each event the comfort's line names, with the element that matched. */
  use: (element: HTMLElement, event: Event) => void;
}

const modules = {
  codeTools: () => import('./code-blocks/code-tools.ts'),
  focusSearch: () => import('./focus-search.ts'),
  footnote: () => import('./footnotes/footnote.ts'),
  headingLink: () => import('./heading-link.ts'),
  lightbox: () => import('./lightbox/lightbox.ts'),
  readingPlace: () => import('./reading-place/reading-place.ts'),
  returningHeader: () => import('./returning-header.ts'),
  sideMenu: () => import('./side-menu.ts'),
  suggestions: () => import('./suggestions/suggestions.ts'),
  videoCard: () => import('../embeds/video-cards.ts'),
  watchContents: () => import('./watch-contents.ts'),
} satisfies Record<string, () => Promise<ComfortModule>>;

/** The names of all comforts, by which the enhancer asks for them. */
export type ComfortName = keyof typeof modules;

/** Loads a comfort's module and its styles. */
export function loadComfort<Name extends ComfortName>(name: Name): ReturnType<(typeof modules)[Name]> {
  return modules[name]() as ReturnType<(typeof modules)[Name]>;
}
