import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Field } from '#shared/ui/field.tsx';
import { TextArea, TextInput } from '#shared/ui/text-input.tsx';
import { missingFields, type NeededField, REQUIRED_TEXTS } from '#shared/workflow/chain-form.ts';
import { useHeldSelection } from '../../content-editor/index.ts';
import { CategoryInputs } from './category-inputs.tsx';
import { useRunStore } from './use-run-store.ts';

/** The inputs of a run: the readers it writes for, and the product it may mention. */
export function ChainInputs() {
  const store = useRunStore();
  const form = useStore(store, (state) => state.form);
  const isResting = useStore(store, (state) => state.isWatching || !state.isOpen);
  const [isTouched, setIsTouched] = useState(false);
  const { fieldset, isAsked } = useAskedFields();
  const { setForm } = store.actions;
  const market = useHeldSelection<HTMLTextAreaElement>(form.targetMarket);
  const app = useHeldSelection<HTMLInputElement>(form.productApp);
  const appFunction = useHeldSelection<HTMLTextAreaElement>(form.productAppFunction);
  const appUrl = useHeldSelection<HTMLInputElement>(form.productAppUrl);
  const missing = missingFields(form);
  const errorOf = (name: NeededField) =>
    missing.includes(name) && (isAsked || (isTouched && name === 'targetMarket')) ? REQUIRED_TEXTS[name] : undefined;
  return (
    <fieldset
      ref={fieldset}
      disabled={isResting}
      aria-label="What the posts are about"
      className="grid gap-4 rounded-md border border-line bg-surface p-4"
    >
      <CategoryInputs />
      <div className="grid gap-x-5 gap-y-4 md:grid-flow-col md:grid-cols-2 md:grid-rows-[auto_auto]">
        <Field label="Target Market" error={errorOf('targetMarket')}>
          {(control) => (
            <TextArea
              {...control}
              {...market}
              data-field="targetMarket"
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
        <Field label="Product/App Name" error={errorOf('productApp')}>
          {(control) => (
            <TextInput
              {...control}
              {...app}
              data-field="productApp"
              value={form.productApp}
              onChange={(event) => setForm({ productApp: event.target.value })}
            />
          )}
        </Field>
        <Field label="Product/App Function" error={errorOf('productAppFunction')}>
          {(control) => (
            <TextArea
              {...control}
              {...appFunction}
              data-field="productAppFunction"
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

/**
 * Whether a run was requested while a needed field was blank: each blank field is then marked, and the first gets the
 * focus.
 */
function useAskedFields() {
  const store = useRunStore();
  const times = useStore(store, ({ timesIncomplete }) => timesIncomplete);
  const fieldset = useRef<HTMLFieldSetElement>(null);
  // A request made before the tab was shown is no longer reported.
  const seen = useRef(times);
  const [isAsked, setIsAsked] = useState(false);
  useEffect(() => {
    if (seen.current === times) return;
    seen.current = times;
    setIsAsked(true);
    const [first] = missingFields(store.getState().form);
    const field = fieldset.current?.querySelector<HTMLElement>(`[data-field="${first}"]`);
    field?.focus({ preventScroll: true });
    // On a phone the toast with the same message covers the edge of the screen.
    field?.scrollIntoView({ block: 'center' });
  }, [times, store]);
  return { fieldset, isAsked };
}
