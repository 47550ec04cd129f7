import { Button } from '#shared/ui/button.tsx';
import type { SuggesterState } from '../suggester-states.ts';
import type { PartProps } from './part-props.ts';

type Asking = Pick<Extract<SuggesterState, { kind: 'asking' }>, 'output' | 'how'>;

const ASKING = {
  asking: 'The model reads…',
  slow: 'The model reads… It takes long. A provider that is busy is asked again by itself.',
  unanswered: 'The server does not answer. It is asked again; nothing is bought twice.',
} as const;

/** The answer while it arrives. */
export function AskingPart({ suggester, output, how }: PartProps & Asking) {
  return (
    <div className="grid gap-3">
      <p role="status" className="text-sm text-muted">
        {how === 'asking' && output !== '' ? 'The model writes…' : ASKING[how]}
      </p>
      {output !== '' && <WrittenText text={output} />}
      <div>
        <Button size="sm" data-first-focus onClick={() => suggester.stop()}>
          Stop
        </Button>
      </div>
    </div>
  );
}

/** The text that a model wrote, as raw Markdown: nothing in it is rendered, loaded or run. */
export function WrittenText({ text }: { text: string }) {
  return (
    <div dir="auto" className="rounded-md border border-line bg-paper p-3 text-sm wrap-anywhere whitespace-pre-wrap">
      {text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text}
    </div>
  );
}

/** The most characters of an answer that are shown; the whole answer is inserted. */
const LONGEST_SHOWN = 50_000;
