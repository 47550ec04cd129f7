import { Sparkles, X } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { IconButton } from '#shared/ui/button.tsx';
import type { TextEdits } from '../../content-editor/index.ts';
import { KINDS } from '../kinds.ts';
import { type Help, useHelp } from '../suggest-context.tsx';
import type { Suggester, SuggesterState } from '../suggester-states.ts';
import { AnsweredPart } from './answered-part.tsx';
import { AskingPart } from './asking-part.tsx';
import { FailedPart } from './failed-part.tsx';
import type { PartProps } from './part-props.ts';
import { WishPart } from './wish-part.tsx';
import { scopeText, wishedOf } from './words.ts';

interface SuggestCardProps {
  edits: RefObject<TextEdits | null>;
  isReadOnly: boolean;
}

/**
 * The card with what a model is asked for and what it has answered: beside the text, on a narrow screen a sheet over
 * the end of the text.
 */
export function SuggestCard({ edits, isReadOnly }: SuggestCardProps) {
  const help = useHelp();
  return help && <OpenCard help={help} edits={edits} isReadOnly={isReadOnly} />;
}

/** Whether a card is open, for the layout that makes room for it. */
export function useHasCard(suggester: Suggester): boolean {
  return useStore(suggester, ({ kind }) => kind !== 'closed');
}

function OpenCard({ help, edits, isReadOnly }: SuggestCardProps & { help: Help }) {
  const { suggester, giveFocusBack } = help;
  const state = useStore(suggester);
  const card = useRef<HTMLElement>(null);
  useCardFocus(card, state.kind);
  if (state.kind === 'closed') return null;
  const wished = state.kind === 'wishing' ? state.wish : wishedOf(state.asked);
  const discard = () => {
    suggester.discard();
    giveFocusBack();
  };
  return (
    <aside
      ref={card}
      data-suggest-card
      aria-label="Suggestion"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        // A paid answer stays until it is discarded.
        if (state.kind === 'wishing' && state.before) suggester.back();
        else if (state.kind === 'wishing') discard();
        else edits.current?.focus();
      }}
      className="fixed inset-x-0 bottom-0 z-40 flex max-h-[70dvh] flex-col rounded-t-xl border border-line-strong bg-surface shadow-2xl outline-none lg:sticky lg:top-[calc(var(--sticky-top,0px)+0.5rem)] lg:bottom-auto lg:z-10 lg:max-h-[calc(100dvh-var(--sticky-top,0px)-var(--sticky-bottom,0px)-1.5rem)] lg:rounded-md lg:shadow-lg"
    >
      <header className="flex items-start gap-2 border-b border-line py-2 ps-4 pe-2">
        <Sparkles aria-hidden className="mt-2.5 size-4 shrink-0 text-accent" />
        <div className="min-w-0 flex-1 py-1">
          <h3 className="font-semibold">{KINDS[wished.kind].label}</h3>
          <p className="text-xs text-muted">{scopeText(wished)}</p>
        </div>
        <IconButton
          label={state.kind === 'asking' ? 'Stop and close suggestion' : 'Close suggestion'}
          onClick={discard}
        >
          <X aria-hidden />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
        <Part
          state={state}
          suggester={suggester}
          edits={edits}
          isReadOnly={isReadOnly}
          onDiscard={discard}
          onClosed={giveFocusBack}
        />
      </div>
    </aside>
  );
}

function Part({ state, ...props }: PartProps & { state: SuggesterState }) {
  switch (state.kind) {
    case 'closed':
      return null;
    case 'wishing':
      return <WishPart {...props} wish={state.wish} price={state.price} hasBefore={state.before !== undefined} />;
    case 'asking':
      return <AskingPart {...props} output={state.output} how={state.how} />;
    case 'answered':
      return <AnsweredPart {...props} state={state} />;
    case 'failed':
      return <FailedPart {...props} state={state} />;
  }
}

/**
 * Moves the focus to the card when the card is opened, and to the next control in it when the focused control is gone.
 * Otherwise the focus stays: the owner goes on writing while the model works.
 */
function useCardFocus(card: RefObject<HTMLElement | null>, kind: SuggesterState['kind']): void {
  const had = useRef(false);
  useEffect(() => {
    const remember = () => {
      had.current = card.current?.contains(document.activeElement) ?? false;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, [card]);
  useLayoutEffect(() => {
    const own = card.current;
    if (!own || kind === 'closed') {
      had.current = false;
      return;
    }
    const isLost = document.activeElement === document.body && had.current;
    if (kind !== 'wishing' && !isLost) return;
    (own.querySelector<HTMLElement>('[data-first-focus]') ?? own).focus({ preventScroll: true });
  }, [card, kind]);
}
