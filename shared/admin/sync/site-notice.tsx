import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { SyncPanel } from './sync-panel.tsx';
import { syncText } from './sync-texts.ts';
import { useExchangeFact } from './use-sync.ts';

/** Says on every screen that another site answers, and links to the question: until it is answered, nothing is sent. */
export function SiteNotice() {
  const sentence = useExchangeFact((state) => (state.question === null ? null : syncText(state).sentence));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {sentence !== null && (
        <div className="border-y border-line-strong bg-mark text-ink">
          <div className="admin-width flex items-center gap-3 py-1.5 text-sm [&>svg]:size-4 [&>svg]:shrink-0">
            <TriangleAlert aria-hidden />
            <p role="status" className="min-w-0 flex-1">
              {sentence}
            </p>
            <Button size="sm" onClick={() => setIsOpen(true)}>
              Decide
            </Button>
          </div>
        </div>
      )}
      {/* The panel stays open after the question is answered: it shows how the exchange continues. */}
      <SyncPanel isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
