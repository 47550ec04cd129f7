import { useState } from 'react';
import { codexText } from '#shared/content/codex-text.ts';
import { type CodexPart, type CodexText, codexFaults, codexParts, codexPartText } from '#shared/kernel/codex.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { TextArea } from '#shared/ui/text-input.tsx';
import { RenderedText, useHeldSelection } from '../../content-editor/index.ts';
import { useRunStore } from '../runs/use-run-store.ts';
import { CodexFacts } from './codex-facts.tsx';
import type { CodexView } from './codex-store.ts';

interface CodexFormProps {
  categoryId: number;
  view: CodexView;
}

const hints: Record<Exclude<CodexText, 'page'>, string> = {
  voice: 'How it sounds: person, tempo, what it never does.',
  audience: 'Who reads it, and what they know already.',
  product: 'What it speaks of, in the words it is to be spoken of.',
  links: 'One a line: an address, perhaps with words before it.',
  wordsToUse: 'One word or phrase a line.',
  wordsToAvoid: 'One word or phrase a line. The judge tells where they stand.',
  forbiddenClaims: 'One a line. A post that makes one is asked about before it is published.',
};

const rows = ['voice', 'audience', 'product', 'links', 'wordsToUse', 'wordsToAvoid', 'forbiddenClaims'] as const;

/**
 * The form with every part of a codex. As in the post form, typed text is stored at once; it counts when it is saved.
 */
export function CodexForm({ categoryId, view }: CodexFormProps) {
  const { actions } = useRunStore();
  const faults = new Map(codexFaults(view.typed).map(({ part, message }) => [part, message]));
  return (
    <div className="grid gap-5">
      <div className="grid gap-x-5 gap-y-4 md:grid-cols-2">
        {rows.map((part) => (
          <CodexField
            key={part}
            {...{ categoryId, view, part }}
            error={faults.get(part)}
            className={part === 'forbiddenClaims' ? 'md:col-span-2' : ''}
          />
        ))}
      </div>
      <CodexFacts
        categoryId={categoryId}
        facts={view.facts}
        error={faults.get('facts')}
        aside={<Characters view={view} part="facts" />}
      />
      <CodexPage categoryId={categoryId} view={view} error={faults.get('page')} />
      <Switch
        label="Put it behind prompts that do not name it"
        hint="Otherwise a prompt is told it only where it says {{codex}}. The shipped prompts do not."
        checked={view.typed.isAppended}
        onChange={(isAppended) => actions.typeCodex(categoryId, { isAppended })}
      />
      <details>
        <summary className="cursor-default text-sm font-semibold">What prompts are told once this is saved</summary>
        <div className="mt-2 max-h-80 overflow-y-auto rounded-md border border-line bg-paper p-3 text-sm wrap-anywhere whitespace-pre-wrap">
          {codexText(view.typed)}
        </div>
      </details>
    </div>
  );
}

function Characters({ view, part }: { view: CodexView; part: CodexPart }) {
  const { length } = codexPartText(view.typed, part);
  return `${length.toLocaleString('en-US')} of ${codexParts[part].max.toLocaleString('en-US')} characters`;
}

interface CodexFieldProps extends CodexFormProps {
  error: string | undefined;
}

function CodexField({
  part,
  error,
  className,
  ...form
}: CodexFieldProps & { part: (typeof rows)[number]; className: string }) {
  return (
    <Field
      label={codexParts[part].label}
      hint={hints[part]}
      error={error}
      aside={<Characters view={form.view} part={part} />}
      className={className}
    >
      {(control) => <CodexArea {...form} part={part} control={control} className="max-h-56 min-h-20" />}
    </Field>
  );
}

interface CodexAreaProps extends CodexFormProps {
  part: CodexText;
  control: object;
  className: string;
}

function CodexArea({ categoryId, view, part, control, className }: CodexAreaProps) {
  const { actions } = useRunStore();
  const value = view.texts[part];
  const held = useHeldSelection<HTMLTextAreaElement>(value);
  return (
    <TextArea
      {...control}
      {...held}
      rows={3}
      className={`field-sizing-content ${className}`}
      value={value}
      onChange={({ target }) =>
        actions.typeCodex(categoryId, { part, text: target.value, cursor: target.selectionEnd })
      }
    />
  );
}

/** The Markdown page, either as source or as displayed text. */
function CodexPage({ categoryId, view, error }: CodexFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const text = view.texts.page;
  const toggle = (
    <Button size="sm" variant="plain" disabled={text.trim() === ''} onClick={() => setIsShown(!isShown)}>
      {isShown ? 'Write' : 'Preview'}
    </Button>
  );
  const aside = (
    <span className="flex items-center gap-2">
      <Characters view={view} part="page" />
      {toggle}
    </span>
  );
  return (
    <Field label={codexParts.page.label} hint="Markdown: all that has no field of its own." error={error} aside={aside}>
      {(control) =>
        isShown ? (
          <section aria-label="The page as it reads" className="rounded-md border border-line bg-paper px-5 py-4">
            <RenderedText text={text} />
          </section>
        ) : (
          <CodexArea
            {...{ categoryId, view, control }}
            part="page"
            className="max-h-[50dvh] min-h-40 font-mono text-sm!"
          />
        )
      }
    </Field>
  );
}
