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
  /** The version the post has on the server; null for a new one. */
  version: number | null;
  /** What keeps the words beside a live post; nothing for any other. */
  keepPending: ReactNode;
  /** What to look at before it is published. */
  judgement: ReactNode;
}

/** Beside the text, on a narrow screen under it: when it is live, its picture, where it is filed. Folded it keeps its state. */
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
