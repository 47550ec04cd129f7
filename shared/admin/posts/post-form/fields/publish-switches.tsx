import { memo } from 'react';
import { Switch } from '#shared/ui/switch.tsx';
import { type FormProps, showsOnly } from '../form-props.ts';

/** Whether the post is live and featured, beside the button that makes it so. What they mean stands there on wide screens. */
export const PublishSwitches = memo(
  function PublishSwitches({ session, values, isReadOnly }: FormProps) {
    return (
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 md:ms-2">
        <Switch
          label="Published"
          hint={<span className="max-md:sr-only short:sr-only">Live on the website</span>}
          checked={values.published}
          disabled={isReadOnly}
          onChange={(published) => session.setValues({ published })}
        />
        <Switch
          label="Featured"
          hint={<span className="max-md:sr-only short:sr-only">Shown in the featured section</span>}
          checked={values.featured}
          disabled={isReadOnly}
          onChange={(featured) => session.setValues({ featured })}
        />
      </div>
    );
  },
  showsOnly('published', 'featured'),
);
