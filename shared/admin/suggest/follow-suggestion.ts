import type { Suggestion } from '#shared/contract/suggestions.ts';
import { placeOf } from '#shared/workspace/text-anchor.ts';
import type { AskedSuggestion } from './kept-suggestion.ts';
import { KINDS } from './kinds.ts';
import { type Heard, listenTo } from './listen.ts';
import { markEdits } from './suggested-parts.ts';
import type { SuggesterCore } from './suggester-core.ts';
import type { ShownAnswer, SuggestedPost } from './suggester-states.ts';

/** Milliseconds after which a server that did not answer is asked again, for each try. */
const AGAIN_MS = [500, 1000, 2000, 4000, 8000, 15_000];
/** The time, in milliseconds, within which most answers have begun. */
const SLOW_MS = 12_000;

/** Follows a call until it has ended. If the server does not answer, it is asked again under the same key. */
export async function follow(core: SuggesterCore, asked: AskedSuggestion): Promise<void> {
  const { set, timers } = core;
  const signal = core.begin();
  let output = '';
  const show = (how: 'asking' | 'slow' | 'unanswered') => signal.aborted || set({ kind: 'asking', asked, output, how });
  show('asking');
  for (let tries = 0; ; tries += 1) {
    const callOff = timers.after(SLOW_MS, () => output === '' && show('slow'));
    const onOutput = (text: string) => {
      output = text;
      show('asking');
    };
    const heard = await listenTo(asked, { ...core, signal, onOutput });
    callOff();
    if (signal.aborted || heard === null) return;
    if (heard.kind !== 'no-answer') {
      showOutcome(core, asked, output, heard);
      return;
    }
    show('unanswered');
    await new Promise<void>((resolve) => void timers.after(AGAIN_MS[tries] ?? 15_000, resolve));
    if (signal.aborted) return;
  }
}

function showOutcome(
  { set, post, letGo, onSignedOut }: SuggesterCore,
  asked: AskedSuggestion,
  output: string,
  heard: Exclude<Heard, { kind: 'no-answer' }>,
): void {
  letGo();
  if (heard.kind === 'refused') {
    if (heard.isSignedOut) onSignedOut();
    set({ kind: 'failed', asked, output, message: heard.message, isOver: heard.isOver });
    return;
  }
  const { suggestion, usage, model } = heard;
  const answer = answerOf(post, asked, suggestion);
  set({ kind: 'answered', asked, usage, model, answer, isChanged: answer.shape === 'text' && hasChanged(post, asked) });
}

function answerOf(post: SuggestedPost, asked: AskedSuggestion, suggestion: Suggestion): ShownAnswer {
  if (suggestion.shape !== 'edits') return suggestion;
  if (!asked.isFeatured) return { shape: 'edits', edits: markEdits(post, asked, suggestion.edits) };
  return { shape: 'choices', choices: suggestion.edits.map(({ replacement }) => replacement) };
}

/** Whether the part of the text that was asked about has changed since. */
export function hasChanged(post: SuggestedPost, { anchor, body }: AskedSuggestion): boolean {
  return KINDS[body.kind].goesTo === 'content' && placeOf(post.text(), anchor) === null;
}
