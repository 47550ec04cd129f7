import { type Codex, type CodexPart, codexParts, codexPartText } from '#shared/kernel/codex.ts';
import type { SavedCodex } from '#shared/workspace/codex-document.ts';
import { dateAndTime } from '../../dates.ts';
import type { Version } from '../versions-dialog.tsx';

/** The saved states of a codex, as they are compared. */
export function codexVersions(states: readonly SavedCodex[], saved: SavedCodex | null): Version[] {
  return states.map(({ name, number, at, note, codex }) => ({
    id: name,
    name: `Version ${number}${note === '' ? '' : `: ${note}`}`,
    facts: dateAndTime(new Date(at).toISOString()),
    isCurrent: name === saved?.name,
    canBeTaken: true,
    parts: partsOf(codex),
  }));
}

function partsOf(codex: Codex): Version['parts'] {
  const parts = (Object.keys(codexParts) as CodexPart[]).map((part) => {
    const text = codexPartText(codex, part);
    // A list is a list also as readers see it.
    const isList = typeof codex[part] !== 'string' && text !== '';
    return { label: codexParts[part].label, text: isList ? text.replace(/^/gm, '- ') : text };
  });
  return [...parts, { label: 'Behind prompts that do not name it', text: codex.isAppended ? 'Yes' : 'No' }];
}
