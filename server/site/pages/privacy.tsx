import { LegalPage } from '../components/legal-page.tsx';
import type { PageProps, PlainData } from '../page-data.ts';
import { privacyPage } from '../texts/privacy.ts';

export function PrivacyScreen(_: PageProps<PlainData>) {
  return <LegalPage page={privacyPage} />;
}
