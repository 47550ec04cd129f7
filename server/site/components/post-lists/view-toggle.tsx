import { usePageControls, type ViewMode } from '../../page-context.ts';
import { Icon, type IconName } from '../icon.tsx';

const VIEWS: { view: ViewMode; label: string; icon: IconName }[] = [
  { view: 'grid', label: 'Grid', icon: 'layout-grid' },
  { view: 'list', label: 'List', icon: 'rows-3' },
];

/** Chooses between cards and rows. Needs JavaScript, and is not there without. */
export function ViewToggle() {
  const { view, setView } = usePageControls();
  return (
    <fieldset className="js-only segments">
      <legend className="sr-only">View</legend>
      {VIEWS.map(({ view: choice, label, icon }) => (
        <button
          key={choice}
          type="button"
          className="segment"
          aria-pressed={view === choice}
          onClick={() => setView(choice)}
        >
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </fieldset>
  );
}
