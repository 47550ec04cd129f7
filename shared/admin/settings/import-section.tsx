import { Link } from 'react-router-dom';
import { buttonClass } from '#shared/ui/button.tsx';
import { IMPORT_ADDRESS } from '../imports/import-address.ts';
import { SettingsSection } from './settings-section.tsx';

/** The way to the page on which posts are brought in from elsewhere. */
export function ImportSection() {
  return (
    <SettingsSection
      title="Import"
      hint="Move here from another program: posts, pictures, addresses and readers, with a receipt that shows that all arrived."
    >
      <Link to={IMPORT_ADDRESS} className={buttonClass('quiet', 'sm')}>
        Open Import
      </Link>
    </SettingsSection>
  );
}
