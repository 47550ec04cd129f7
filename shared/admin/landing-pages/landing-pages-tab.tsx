import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { hearEscape, PageWindow } from '../page-window.tsx';
import { usePorts } from '../ports-context.tsx';
import { PageCard } from './page-card.tsx';
import { type LandingPage, landingPages } from './pages.ts';

/**
 * The four landing pages. The last card is a placeholder for more; its button does nothing (docs/rules.md, "Landing
 * pages").
 */
export function LandingPagesTab() {
  const { site, clipboard } = usePorts();
  const toast = useToast();
  const notBuiltId = useId();
  const [previewed, setPreviewed] = useState<LandingPage | null>(null);
  const copy = async ({ path }: LandingPage) => {
    const address = site.url(path);
    try {
      await clipboard.writeText(address);
      toast({ title: 'URL copied to clipboard!' });
    } catch {
      toast({ title: 'Error', description: `Copy it yourself: ${address}`, variant: 'destructive' });
    }
  };
  return (
    <section aria-label="Landing pages">
      <h2 className="mb-4 font-serif text-2xl font-medium">Landing Pages</h2>
      <ul className="grid gap-4 md:grid-cols-2">
        {landingPages.map((page) => (
          <li key={page.path}>
            <PageCard page={page} onPreview={setPreviewed} onCopy={copy} />
          </li>
        ))}
        <li className="grid place-content-center justify-items-center gap-3 rounded-md border border-dashed border-line-strong p-8 text-center md:col-span-2">
          <p className="max-w-[30rem] text-muted">Room for another offer, in the same plain shape.</p>
          <Button aria-describedby={notBuiltId}>
            <Plus aria-hidden />
            Create New Landing Page
          </Button>
          <p id={notBuiltId} className="text-sm text-muted">
            Not built yet: this button does nothing.
          </p>
        </li>
      </ul>
      <PagePreview page={previewed} onClose={() => setPreviewed(null)} />
    </section>
  );
}

/** The page itself over the whole window, as readers see it; its links open within this window. */
function PagePreview({ page, onClose }: { page: LandingPage | null; onClose: () => void }) {
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
