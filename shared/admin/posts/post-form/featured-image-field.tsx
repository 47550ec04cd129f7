import { Sparkles } from 'lucide-react';
import { useRef, useState } from 'react';
import { featuredImageField } from '#shared/contract/posts.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextArea, TextInput } from '#shared/ui/text-input.tsx';
import { UploadWidget, useGenerateImage } from '../../images/index.ts';
import type { FormProps } from './form-props.ts';

/** Upload, address or a generated picture (admin spec §2). */
export function FeaturedImageField({ form }: FormProps) {
  const [customPrompt, setCustomPrompt] = useState('');
  const address = form.watch('featuredImage');
  // An address that is being typed is no picture yet: none is asked for before it is whole.
  const [isTyping, setIsTyping] = useState(false);
  const whole = useRef('');
  if (!isTyping) whole.current = featuredImageField.safeParse(address).success ? address : '';
  const field = form.register('featuredImage', { onBlur: () => setIsTyping(false) });
  const set = (next: string) => form.setValue('featuredImage', next, { shouldDirty: true, shouldValidate: true });
  const generate = useGenerateImage(set);
  return (
    <>
      <UploadWidget
        label="Featured image file"
        value={whole.current}
        disabled={generate.isPending}
        failureTitle="Error"
        onUploaded={({ imageUrl }) => set(imageUrl)}
        onRemove={() => set('')}
      />
      <Field label="Image URL" error={form.formState.errors.featuredImage?.message}>
        {(control) => <TextInput {...control} {...field} inputMode="url" onFocus={() => setIsTyping(true)} />}
      </Field>
      <Field label="Custom image prompt (optional)">
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            value={customPrompt}
            onChange={(event) => setCustomPrompt(event.target.value)}
          />
        )}
      </Field>
      <Button
        disabled={generate.isPending}
        onClick={() => {
          const [title, excerpt] = form.getValues(['title', 'excerpt']);
          generate.start({ title, excerpt, customPrompt });
        }}
      >
        <Sparkles aria-hidden />
        {generate.isPending ? 'Generating...' : 'Generate Image'}
      </Button>
    </>
  );
}
