import { memo } from 'react';
import { Switch } from '#shared/ui/switch.tsx';
import { useOfferCommands } from '../../../offer-commands.tsx';
import { type FormProps, showsOnly } from '../form-props.ts';

/**
 * The switches for live and featured, beside the button that saves them. On wide screens their meaning is written
 * beside them.
 */
export const PublishSwitches = memo(
  function PublishSwitches({ session, values, isReadOnly }: FormProps) {
    const { published, featured } = values;
    useOfferCommands(
      !isReadOnly && {
        title: published ? 'Turn Published Off' : 'Turn Published On',
        words: ['live', 'draft', 'unpublish', 'switch'],
        run: () => session.setValues({ published: !published }),
      },
      !isReadOnly && {
        title: featured ? 'Turn Featured Off' : 'Turn Featured On',
        words: ['front page', 'switch'],
        run: () => session.setValues({ featured: !featured }),
      },
    );
    return (
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 low:flex-nowrap md:ms-2">
        <Switch
          label="Published"
          hint={<span className="max-md:sr-only short:sr-only">Live on the website</span>}
          checked={published}
          disabled={isReadOnly}
          onChange={(isOn) => session.setValues({ published: isOn })}
        />
        <Switch
          label="Featured"
          hint={<span className="max-md:sr-only short:sr-only">Shown in the featured section</span>}
          checked={featured}
          disabled={isReadOnly}
          onChange={(isOn) => session.setValues({ featured: isOn })}
        />
      </div>
    );
  },
  showsOnly('published', 'featured'),
);
