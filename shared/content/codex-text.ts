import { type Codex, type CodexPart, codexParts, codexPartText, isEmptyCodex } from '#shared/kernel/codex.ts';

/** The text for a prompt that names the codex where the category has none. */
export const NO_CODEX = 'There are no special rules for this category.';

const headings: Record<CodexPart, string> = {
  voice: 'Voice',
  audience: 'Audience',
  facts: 'Facts that may be stated, with their sources',
  wordsToUse: 'Words to use',
  wordsToAvoid: 'Words to avoid',
  forbiddenClaims: 'Claims that must not be made',
  product: 'Product',
  links: 'Links to use where they fit',
  page: 'Further rules',
};

/** Returns a codex as prompts contain it; `NO_CODEX` for an empty codex. */
export function codexText(codex: Codex): string {
  if (isEmptyCodex(codex)) return NO_CODEX;
  const parts = (Object.keys(codexParts) as CodexPart[]).flatMap((part) => {
    const text = codexPartText(codex, part).trim();
    if (text === '') return [];
    const isList = typeof codex[part] !== 'string';
    return [`${headings[part]}:\n${isList ? text.replace(/^/gm, '- ') : text}`];
  });
  return ['Keep to these rules of the category in all that you write.', ...parts].join('\n\n');
}
