import { useState } from 'react';
import { useStore } from 'zustand';
import { Field } from '#shared/ui/field.tsx';
import { TextArea, TextInput } from '#shared/ui/text-input.tsx';
import { TARGET_MARKET_REQUIRED } from '#shared/workflow/chain-form.ts';
import { useHeldSelection } from '../../content-editor/index.ts';
import { CategoryInputs } from './category-inputs.tsx';
import { useRunStore } from './use-run-store.ts';

/** What a run is about: who it writes for, and what it may speak of. */
export function ChainInputs() {
  const store = useRunStore();
  const form = useStore(store, (state) => state.form);
  const isResting = useStore(store, (state) => state.isWatching || !state.isOpen);
  const [isTouched, setIsTouched] = useState(false);
  const { setForm } = store.actions;
  const market = useHeldSelection<HTMLTextAreaElement>(form.targetMarket);
  const app = useHeldSelection<HTMLInputElement>(form.productApp);
  const appFunction = useHeldSelection<HTMLTextAreaElement>(form.productAppFunction);
  const appUrl = useHeldSelection<HTMLInputElement>(form.productAppUrl);
  const isMissing = isTouched && form.targetMarket.trim() === '';
  return (
    <fieldset
      disabled={isResting}
      aria-label="What the posts are about"
      className="grid gap-4 rounded-md border border-line bg-surface p-4"
    >
      <CategoryInputs />
      <div className="grid gap-x-5 gap-y-4 md:grid-flow-col md:grid-cols-2 md:grid-rows-[auto_auto]">
        <Field label="Target Market" error={isMissing ? TARGET_MARKET_REQUIRED : undefined}>
          {(control) => (
            <TextArea
              {...control}
              {...market}
              rows={2}
              className="field-sizing-content max-h-48 min-h-16"
              required
              placeholder="Who are the posts for?"
              value={form.targetMarket}
              onChange={(event) => setForm({ targetMarket: event.target.value })}
              onBlur={() => setIsTouched(true)}
            />
          )}
        </Field>
        <Field label="Product/App Name">
          {(control) => (
            <TextInput
              {...control}
              {...app}
              value={form.productApp}
              onChange={(event) => setForm({ productApp: event.target.value })}
            />
          )}
        </Field>
        <Field label="Product/App Function">
          {(control) => (
            <TextArea
              {...control}
              {...appFunction}
              rows={2}
              className="field-sizing-content max-h-48 min-h-16"
              value={form.productAppFunction}
              onChange={(event) => setForm({ productAppFunction: event.target.value })}
            />
          )}
        </Field>
        <Field label="Product/App URL">
          {(control) => (
            <TextInput
              {...control}
              {...appUrl}
              inputMode="url"
              value={form.productAppUrl}
              onChange={(event) => setForm({ productAppUrl: event.target.value })}
            />
          )}
        </Field>
      </div>
    </fieldset>
  );
}
