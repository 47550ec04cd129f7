import { useEffect, useRef, useState } from 'react';
import { MAX_COMMAND, MAX_COMMAND_NAME } from '#shared/contract/suggestions.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextArea, TextInput } from '#shared/ui/text-input.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { errorText } from '../../error-text.ts';
import { focusCard } from '../focus-card.ts';
import { KINDS } from '../kinds.ts';
import type { OwnCommand } from '../own-commands.ts';
import { CHANGED } from '../price.ts';
import { useHelp } from '../suggest-context.tsx';
import type { Price, Wish } from '../suggester-states.ts';
import type { PartProps } from './part-props.ts';
import { priceText } from './words.ts';

const LANGUAGES = ['English', 'Spanish', 'French', 'German', 'Italian', 'Portuguese', 'Dutch', 'Polish', 'Japanese'];

/** What is going to be asked for, and about how much it will cost. */
export function WishPart({
  suggester,
  wish,
  price,
  hasBefore,
  onDiscard,
}: PartProps & { wish: Wish; price: Price; hasBefore: boolean }) {
  const isUnsaid = wish.kind === 'translate' ? wish.language.trim() === '' : price.kind === 'unknown';
  const ask = () => void suggester.ask();
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">{KINDS[wish.kind].says}</p>
      {wish.kind === 'translate' && (
        <Field label="Into">
          {(control) => (
            <>
              <TextInput
                {...control}
                data-first-focus
                list="translation-languages"
                maxLength={60}
                value={wish.language}
                onChange={({ target }) => suggester.change({ language: target.value })}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  // The field is inside the post's form.
                  event.preventDefault();
                  if (!isUnsaid) ask();
                }}
              />
              <datalist id="translation-languages">
                {LANGUAGES.map((name) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
            </>
          )}
        </Field>
      )}
      {wish.kind === 'command' && <CommandFields suggester={suggester} says={wish.command} />}
      <PriceLine price={price} />
      <div className="flex flex-wrap gap-2">
        {price.kind === 'refused' && price.message === CHANGED ? (
          <Button size="sm" variant="primary" data-first-focus onClick={() => suggester.askAboutNew()}>
            Ask about the new text
          </Button>
        ) : (
          <Button
            size="sm"
            variant="primary"
            {...(wish.kind !== 'translate' && wish.kind !== 'command' && { 'data-first-focus': true })}
            disabled={isUnsaid || price.kind === 'refused'}
            onClick={ask}
          >
            Ask
          </Button>
        )}
        <Button size="sm" variant="plain" onClick={hasBefore ? suggester.back : onDiscard}>
          {hasBefore ? 'Back' : 'Cancel'}
        </Button>
      </div>
    </div>
  );
}

function PriceLine({ price }: { price: Price }) {
  if (price.kind === 'refused') {
    return (
      <p role="alert" className="text-sm font-semibold text-danger">
        {price.message}
      </p>
    );
  }
  return (
    <p role="status" className="min-h-5 text-sm">
      {price.kind === 'asking' ? 'Looking what it will cost…' : price.kind === 'known' ? priceText(price) : ''}
    </p>
  );
}

/** A command in the owner's own words, which can be saved under a name and is then on every device. */
function CommandFields({ suggester, says }: Pick<PartProps, 'suggester'> & { says: string }) {
  const commands = useHelp()?.commands;
  const toast = useToast();
  const [own, setOwn] = useState<readonly OwnCommand[]>([]);
  useEffect(() => {
    if (!commands) return;
    const load = () => void commands.all().then(setOwn, () => undefined);
    load();
    return commands.onChange(load);
  }, [commands]);
  const saved = own.find((command) => command.says === says);
  const isPressed = useRef(false);
  // The pressed button is no longer there then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when it was saved or deleted.
  useEffect(() => {
    if (isPressed.current) focusCard();
    isPressed.current = false;
  }, [saved?.id]);
  const change = (run: () => Promise<unknown>, done: string) => async () => {
    try {
      await run();
      toast({ title: done });
      isPressed.current = true;
      if (commands) setOwn(await commands.all());
    } catch (error) {
      toast({ title: 'Error', description: errorText(error), variant: 'destructive' });
    }
  };
  return (
    <>
      <Field label="What is to be done">
        {(control) => (
          <TextArea
            {...control}
            data-first-focus
            rows={3}
            maxLength={MAX_COMMAND}
            placeholder="Put it as a list of steps"
            value={says}
            onChange={({ target }) => suggester.change({ command: target.value })}
          />
        )}
      </Field>
      {saved ? (
        <p className="flex flex-wrap items-center justify-between gap-2 text-sm">
          <span>
            Saved as <b>{saved.name}</b>.
          </span>
          <Button size="sm" variant="plain" onClick={change(async () => commands?.remove(saved.id), 'Command Deleted')}>
            Delete command
          </Button>
        </p>
      ) : (
        <SaveByName
          isBlank={says.trim() === ''}
          onSave={(name) => change(async () => commands?.save({ name, says }), 'Command Saved')()}
        />
      )}
    </>
  );
}

function SaveByName({ isBlank, onSave }: { isBlank: boolean; onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  return (
    <div className="flex items-end gap-2">
      <Field label="Save it by a name" className="flex-1">
        {(control) => (
          <TextInput
            {...control}
            maxLength={MAX_COMMAND_NAME}
            value={name}
            onChange={({ target }) => setName(target.value)}
            onKeyDown={(event) => {
              // The field is inside the post's form.
              if (event.key === 'Enter') event.preventDefault();
            }}
          />
        )}
      </Field>
      <Button size="sm" className="h-10" disabled={name.trim() === '' || isBlank} onClick={() => onSave(name)}>
        Save command
      </Button>
    </div>
  );
}
