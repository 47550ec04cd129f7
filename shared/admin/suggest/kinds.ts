import type { SuggestionKind } from '#shared/contract/suggestions.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';

/** A field of the form that a suggestion can be for. */
export type SuggestedField = keyof Pick<
  PostValues,
  'title' | 'excerpt' | 'metaTitle' | 'metaDescription' | 'tags' | 'featuredImageAlt'
>;

interface Kind {
  label: string;
  /** What this kind does, in a line. */
  says: string;
  /** Further words that find this kind in a search. */
  words: readonly string[];
  /** Where the answer goes. */
  goesTo: 'content' | SuggestedField;
}

/** What a model can be asked for, in the order in which it is offered. */
export const KINDS: Record<SuggestionKind, Kind> = {
  rewrite: of('Rewrite', 'The same in better words.', ['improve', 'anew']),
  shorten: of('Shorten', 'About half as long.', ['cut', 'brief']),
  lengthen: of('Lengthen', 'With more detail.', ['expand', 'longer']),
  plainer: of('Say it plainer', 'Shorter sentences, plainer words.', ['simple', 'readable']),
  proofread: of('Proofread', 'Corrections, taken one by one.', ['spelling', 'grammar', 'errors']),
  continue: of('Continue writing', 'What comes next.', ['go on', 'more']),
  translate: of('Translate', 'Into a language of your choice.', ['language']),
  links: of('Internal links', 'Places that could lead to other posts of yours.', ['related', 'link']),
  'alt-texts': of('Alternative texts', 'What pictures show, for who cannot see them.', ['alt', 'pictures', 'images']),
  command: of('Own command', 'What you ask for in your own words.', ['prompt', 'custom']),
  headlines: of('Headlines', 'Several, of which you take one.', ['title'], 'title'),
  excerpt: of('Excerpt', 'What a reader gets from the post.', ['summary'], 'excerpt'),
  'meta-title': of('Title for search engines', 'Up to 60 characters.', ['seo', 'meta'], 'metaTitle'),
  'meta-description': of(
    'Description for search engines',
    'Up to 155 characters.',
    ['seo', 'meta', 'snippet'],
    'metaDescription',
  ),
  tags: of('Tags', 'Chosen from those there are.', ['label'], 'tags'),
};

function of(label: string, says: string, words: readonly string[], goesTo: Kind['goesTo'] = 'content'): Kind {
  return { label, says, words, goesTo };
}

const kinds = Object.keys(KINDS) as SuggestionKind[];

/** The kinds that work on a part of the text or on the whole text; own commands are offered elsewhere. */
export const textKinds = kinds.filter((kind) => KINDS[kind].goesTo === 'content' && kind !== 'command');
export const fieldKinds = kinds.filter((kind) => KINDS[kind].goesTo !== 'content');
