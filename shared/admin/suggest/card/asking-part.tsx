import { Button } from '#shared/ui/button.tsx';
import type { PartProps } from './part-props.ts';

/** The answer as it comes. */
export function AskingPart({ suggester, output, isWaiting }: PartProps & { output: string; isWaiting: boolean }) {
  return (
    <div className="grid gap-3">
      <p role="status" className="text-sm text-muted">
        {isWaiting
          ? 'The server does not answer. It is asked again; nothing is bought twice.'
          : output === ''
            ? 'The model reads…'
            : 'The model writes…'}
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

/** What a model wrote, as the Markdown it is: nothing of it is rendered, loaded or run. */
export function WrittenText({ text }: { text: string }) {
  return (
    <div dir="auto" className="rounded-md border border-line bg-paper p-3 text-sm wrap-anywhere whitespace-pre-wrap">
      {text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text}
    </div>
  );
}

/** Characters of an answer that are shown at the most; all of it is put in. */
const LONGEST_SHOWN = 50_000;
