import { Link } from 'react-router-dom';
import { buttonClass } from '#shared/ui/button.tsx';
import { IMPORT_ADDRESS } from '../imports/import-address.ts';
import { AiSection } from './ai/ai-section.tsx';
import { BackupsSection } from './backups-section.tsx';
import { authors, CatalogSection, categories, tags } from './catalog/index.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { EdgeSection } from './edge-section.tsx';
import { ExportSection } from './export/export-section.tsx';
import { LinksSection } from './links-section.tsx';
import { PublicationSection } from './publication-section.tsx';
import { QuickNoteSection } from './quick-note/quick-note-section.tsx';
import { RedirectsSection } from './redirects/redirects-section.tsx';
import { SecondFactorsSection } from './second-factors/second-factors-section.tsx';
import { SessionList } from './session-list.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SiteForm } from './site-form.tsx';
import { TokensSection } from './tokens/tokens-section.tsx';
import { WebhooksSection } from './webhooks/webhooks-section.tsx';

/** The settings of the owner's account and of the site, and everything by which posts are filed. */
export function SettingsTab() {
  return (
    <>
      <h2 className="mb-4 font-serif text-2xl font-medium">Settings</h2>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <CredentialsForm />
          <SecondFactorsSection />
          <SessionList />
          <SiteForm />
          <AiSection />
          <QuickNoteSection />
          <TokensSection />
          <WebhooksSection />
        </div>
        <div className="grid gap-5">
          <CatalogSection kind={categories} />
          <CatalogSection kind={tags} />
          <CatalogSection kind={authors} />
          <RedirectsSection />
          <LinksSection />
          <ImportSection />
          <BackupsSection />
          <ExportSection />
          <EdgeSection />
          <PublicationSection />
        </div>
      </div>
    </>
  );
}

/** A link to the page that imports posts from elsewhere. */
function ImportSection() {
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
