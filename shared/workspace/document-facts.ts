import type { DocumentKind } from '#shared/contract/workspace.ts';
import type { Codex } from '#shared/kernel/codex.ts';
import { type CodexDocument, isCodexUnusable, savedCodex } from './codex-document.ts';
import { openDocument, type WorkspaceDocument } from './document.ts';
import { type DraftDocument, discardDraft, discardedAt, readTexts, takeBackDraft } from './post-draft.ts';
import { type PromptDocument, savedPrompt, savePrompt } from './prompt-document.ts';
import type { DocumentName } from './store-port.ts';

/** What a document is, for a list of such. */
export interface DocumentFacts {
  /** What it is called; empty where it says nothing of it. */
  name: string;
  /** Since when a draft lies in the bin, milliseconds since 1970; null for one that does not. */
  discardedAt: number | null;
  /** The prompt that counts; empty for other kinds. */
  prompt: string;
  /** The codex that counts; null for other kinds, and where none was saved. */
  codex: { saved: Codex; at: number } | 'unusable' | null;
}

/** A change that is not typed: out of the bin, into it, another prompt under a name nobody else has. */
export type DocumentChange =
  | { does: 'take-back' }
  | { does: 'discard' }
  | { does: 'save-prompt'; name: string; prompt: string };

/** What the updates of a document say it is. */
export function describe(name: DocumentName, updates: readonly Uint8Array[]): DocumentFacts {
  const document = openDocument(name, updates);
  return {
    name: nameOf(document),
    discardedAt: isDraft(document) ? discardedAt(document) : null,
    prompt: isPrompt(document) ? savedPrompt(document) : '',
    codex: isCodex(document) ? codexIn(document) : null,
  };
}

function codexIn(document: CodexDocument): DocumentFacts['codex'] {
  const state = savedCodex(document);
  if (state) return { saved: state.codex, at: state.at };
  return isCodexUnusable(document) ? 'unusable' : null;
}

/**
 * All that a document says and a change, made at a time, as one update: whoever has forgotten the document has all of it
 * again, and no deletion covers it.
 */
export function changeWhole(
  name: DocumentName,
  updates: readonly Uint8Array[],
  { change, at }: { change: DocumentChange; at: number },
): Uint8Array {
  const document = openDocument(name, updates);
  if (change.does === 'take-back' && isDraft(document)) takeBackDraft(document);
  if (change.does === 'discard' && isDraft(document)) discardDraft(document, at);
  if (change.does === 'save-prompt' && isPrompt(document)) savePrompt(document, change.name, change.prompt);
  document.touch(at);
  return document.encode();
}

const isKind = <Kind extends DocumentKind>(
  document: WorkspaceDocument,
  kind: Kind,
): document is WorkspaceDocument<Kind> => document.kind === kind;
const isDraft = (document: WorkspaceDocument): document is DraftDocument => isKind(document, 'draft');
const isPrompt = (document: WorkspaceDocument): document is PromptDocument => isKind(document, 'prompt');
const isCodex = (document: WorkspaceDocument): document is CodexDocument => isKind(document, 'codex');

function nameOf(document: WorkspaceDocument): string {
  if (isDraft(document)) return readTexts(document).title.trim();
  const form = document.kind === 'run' ? document.field('form') : null;
  if (typeof form !== 'object' || form === null || Array.isArray(form)) return '';
  const { targetMarket, productApp } = form as { readonly [key: string]: unknown };
  return [targetMarket, productApp].filter((part) => typeof part === 'string' && part.trim() !== '').join(', ');
}
