import type { ReactNode } from 'react';
import { FeaturedImageField } from './fields/featured-image-field.tsx';
import { PlainTextFields } from './fields/plain-text-fields.tsx';
import { PublishFields } from './fields/publish-fields.tsx';
import { SeriesFields } from './fields/series-fields.tsx';
import { TaxonomyFields } from './fields/taxonomy-fields.tsx';
import type { FormProps } from './form-props.ts';
import { FormSection } from './form-section.tsx';
import { WrittenBy } from './written-by.tsx';

interface DetailsPanelProps extends FormProps {
  id: string;
  isOpen: boolean;
  /** The post's version on the server; null for a new post. */
  version: number | null;
  /** The button that keeps the words beside a live post; nothing for any other post. */
  keepPending: ReactNode;
  /** The findings to look at before the post is published. */
  judgement: ReactNode;
}

/**
 * The panel beside the text, on a narrow screen below it: publication, picture, category and other details. It keeps
 * its state while it is folded.
 */
export function DetailsPanel({ id, isOpen, version, keepPending, judgement, ...props }: DetailsPanelProps) {
  return (
    <fieldset id={id} disabled={props.isReadOnly} hidden={!isOpen} className="grid min-w-0 gap-4">
      <legend className="sr-only">Details</legend>
      <FormSection title="Publishing">
        <PublishFields {...props} version={version} />
        {keepPending}
      </FormSection>
      {judgement}
      <FormSection title="Featured Image">
        <FeaturedImageField {...props} />
      </FormSection>
      <FormSection title="Filed under" hasMenu>
        <TaxonomyFields {...props} />
        <SeriesFields {...props} />
      </FormSection>
      <WrittenBy {...props} />
      <FormSection title="Product">
        <PlainTextFields {...props} place="product" />
      </FormSection>
    </fieldset>
  );
}
