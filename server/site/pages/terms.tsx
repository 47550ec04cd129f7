import { LegalPage } from '../components/legal-page.tsx';
import type { PageProps, PlainData } from '../page-data.ts';
import { termsPage } from '../texts/terms.ts';

export function TermsScreen(_: PageProps<PlainData>) {
  return <LegalPage page={termsPage} />;
}
