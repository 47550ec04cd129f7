import { hearEscape, PageWindow } from '../page-window.tsx';
import { usePorts } from '../ports-context.tsx';
import type { LandingPage } from './pages.ts';

/** The page itself over the whole window, as a reader gets it; links in it stay in it. */
export function PagePreview({ page, onClose }: { page: LandingPage | null; onClose: () => void }) {
  const { site } = usePorts();
  return (
    <PageWindow isOpen={page !== null} title={page?.title ?? ''} onClose={onClose}>
      {page && (
        <iframe
          title={`Preview of ${page.title}`}
          src={site.frameUrl(page.path)}
          className="min-h-0 flex-1"
          onLoad={hearEscape(onClose)}
        />
      )}
    </PageWindow>
  );
}
