import { Sparkles } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { featuredImageField } from '#shared/contract/posts/post-input.ts';
import { Field } from '#shared/ui/field.tsx';
import { TextArea, TextInput } from '#shared/ui/text-input.tsx';
import { useStill } from '#shared/ui/use-still.ts';
import { FocusField, pictureMarket, UploadWidget, useGenerateImage } from '../../../images/index.ts';
import { OfferingButton } from '../../../offer-commands.tsx';
import { SuggestButton } from '../../../suggest/index.ts';
import { usePictureNote } from '../../../waiting-pictures/index.ts';
import { usePostAutomation } from '../../post-automation.tsx';
import { type FormProps, showsOnly } from '../form-props.ts';
import { PlainTextField } from './plain-text-fields.tsx';

const isShownAlike = showsOnly('featuredImage', 'featuredImageAlt', 'featuredImageFocus');

/** The featured picture: by upload, by address or generated, with its alternative text. */
export const FeaturedImageField = memo(function FeaturedImageField({ session, values, errors, isReadOnly }: FormProps) {
  const [customPrompt, setCustomPrompt] = useState('');
  const address = values.featuredImage;
  // No picture is loaded before its address is typed completely.
  const [isTyping, setIsTyping] = useState(false);
  // The picture appears above the buttons, so it must wait until a press on one of them is over.
  const isWhole = !useStill(isTyping);
  const whole = useRef('');
  if (isWhole) whole.current = featuredImageField.safeParse(address).success ? address : '';
  const note = usePictureNote(whole.current);
  const set = (featuredImage: string) => session.setValues({ featuredImage });
  const generate = useGenerateImage(set);
  const automation = usePostAutomation();
  return (
    <>
      <UploadWidget
        label="Featured image file"
        value={whole.current}
        disabled={generate.isPending || isReadOnly}
        failureTitle="Error"
        onUploaded={({ imageUrl }) => set(imageUrl)}
        onRemove={() => set('')}
      />
      <Field label="Image URL" error={errors.featuredImage}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="url"
            value={address}
            onChange={({ target }) => set(target.value)}
            onFocus={() => setIsTyping(true)}
            onBlur={() => setIsTyping(false)}
          />
        )}
      </Field>
      <PlainTextField
        name="featuredImageAlt"
        {...{ session, values, errors, isReadOnly }}
        aside={
          <SuggestButton
            kind="alt-texts"
            label="Alternative text"
            isFeatured
            disabled={isReadOnly || whole.current === ''}
          />
        }
      />
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
      <OfferingButton
        command="Generate Image"
        disabled={generate.isPending}
        onClick={() => {
          const { title, excerpt } = session.getState().values;
          generate.start({ title, excerpt, customPrompt, targetMarket: pictureMarket(automation.targetMarket()) });
        }}
      >
        <Sparkles aria-hidden />
        {generate.isPending ? 'Generating...' : 'Generate Image'}
      </OfferingButton>
      {/* Last, because it appears with the picture: nothing above it moves during a press. */}
      {whole.current !== '' && note?.isShown !== false && (
        <FocusField
          address={whole.current}
          value={values.featuredImageFocus}
          disabled={isReadOnly}
          onChange={(featuredImageFocus) => session.setValues({ featuredImageFocus })}
        />
      )}
    </>
  );
}, isShownAlike);
