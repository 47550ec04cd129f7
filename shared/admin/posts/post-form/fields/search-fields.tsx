import { memo } from 'react';
import { usePorts } from '../../../ports-context.tsx';
import { SuggestButton } from '../../../suggest/index.ts';
import { type FormProps, showsOnly } from '../form-props.ts';
import { adviceOn, countOf, foundAs } from './found-as.ts';
import { FoundPost } from './found-post.tsx';
import { PlainTextField } from './plain-text-fields.tsx';

/** Meta title and description with advice on their lengths, beside a preview of search engines and social networks. */
export const SearchFields = memo(
  function SearchFields(props: FormProps) {
    const { values } = props;
    const { site } = usePorts();
    const found = foundAs(values, site.name);
    const isOwn = { title: values.metaTitle.trim() !== '', description: values.metaDescription.trim() !== '' };
    return (
      <div className="grid items-start gap-x-6 gap-y-4 md:grid-cols-2">
        <div className="grid gap-4">
          <PlainTextField
            {...props}
            name="metaTitle"
            aside={
              <>
                {countOf('title', found.title)} <SuggestButton kind="meta-title" disabled={props.isReadOnly} />
              </>
            }
            hint={adviceOn('title', found.title, isOwn.title)}
          />
          <PlainTextField
            {...props}
            name="metaDescription"
            aside={
              <>
                {countOf('description', found.description)}{' '}
                <SuggestButton kind="meta-description" disabled={props.isReadOnly} />
              </>
            }
            hint={adviceOn('description', found.description, isOwn.description)}
          />
        </div>
        <FoundPost {...found} values={values} />
      </div>
    );
  },
  showsOnly(
    'metaTitle',
    'metaDescription',
    'title',
    'excerpt',
    'slug',
    'featuredImage',
    'featuredImageAlt',
    'featuredImageFocus',
  ),
);
