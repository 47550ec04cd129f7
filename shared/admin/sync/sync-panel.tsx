import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { getMeta } from '#shared/contract/meta.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { useSessionStore } from '../auth/index.ts';
import { errorText } from '../error-text.ts';
import { usePorts } from '../ports-context.tsx';
import { CopySection } from './copy-section.tsx';
import { Fact } from './fact.tsx';
import { DeletionQuestion } from './held-deletions-question.tsx';
import { changes, pushedAgainText, syncedText, syncText } from './sync-texts.ts';
import { useExchangeState } from './use-sync.ts';

interface SyncPanelProps {
  isOpen: boolean;
  onClose: () => void;
}

/**
 * Says where everything is that was written here, and what can be done about it. Its content is updated while the panel
 * is open.
 */
export function SyncPanel({ isOpen, onClose }: SyncPanelProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Sync"
      description="Drafts, working copies, prompts, runs and step names are kept on this computer and exchanged with the server."
      footer={<SyncButton onClose={onClose} />}
    >
      <SyncFacts onClose={onClose} />
    </Dialog>
  );
}

function SyncButton({ onClose }: Pick<SyncPanelProps, 'onClose'>) {
  const { exchange } = usePorts();
  const session = useSessionStore();
  const { isSignedIn, question } = useExchangeState();
  const [isSyncing, setIsSyncing] = useState(false);
  const sync = async () => {
    setIsSyncing(true);
    try {
      await exchange.syncNow();
    } finally {
      setIsSyncing(false);
    }
  };
  const signIn = () => {
    onClose();
    session.setState({ isExpired: true });
  };
  if (!isSignedIn) {
    return (
      <Button variant="primary" onClick={signIn}>
        Sign in
      </Button>
    );
  }
  return (
    <Button variant="primary" disabled={isSyncing || question !== null} onClick={sync}>
      <RefreshCw aria-hidden className={isSyncing ? 'motion-safe:animate-spin' : ''} />
      Sync now
    </Button>
  );
}

function SyncFacts({ onClose }: Pick<SyncPanelProps, 'onClose'>) {
  const { clock } = usePorts();
  const state = useExchangeState();
  const { label, sentence } = syncText(state);
  const { lastSyncedAt, unsent, refused, question, pushedAgain, deletions } = state;
  return (
    <>
      <div role="status">
        <p className="font-semibold">{label}</p>
        <p className="mt-1 text-muted">{sentence}</p>
      </div>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 border-t border-line pt-4 text-sm">
        <Fact name="Last synced">{syncedText(lastSyncedAt, clock.now())}</Fact>
        <Fact name="Not yet sent">{unsent === 0 ? 'Nothing' : changes(unsent)}</Fact>
        {refused > 0 && <Fact name="Refused by the server">{changes(refused)}</Fact>}
      </dl>
      {pushedAgain !== null && pushedAgain > 0 && (
        <p className="mt-4 rounded-md border border-line-strong bg-sunken p-3 text-sm">
          {pushedAgainText(pushedAgain)}
        </p>
      )}
      {deletions && <DeletionQuestion key={deletions.key} deletions={deletions} />}
      {question && <SiteQuestion siteId={question.siteId} onNo={onClose} />}
      <CopySection />
    </>
  );
}

/** Asks the owner when the server is not the one that this computer's documents were written for. */
function SiteQuestion({ siteId, onNo }: { siteId: string; onNo: () => void }) {
  const { api, exchange, site } = usePorts();
  const toast = useToast();
  const meta = useQuery({ queryKey: ['meta', siteId], queryFn: ({ signal }) => api.call(getMeta, { signal }) });
  const name = meta.data?.siteId === siteId ? meta.data.siteName : null;
  const [isAdopting, setIsAdopting] = useState(false);
  const adopt = async () => {
    setIsAdopting(true);
    try {
      await exchange.adoptSite();
    } catch (error) {
      toast({ title: 'Error', description: errorText(error), variant: 'destructive' });
    } finally {
      setIsAdopting(false);
    }
  };
  return (
    <section aria-labelledby="site-question" className="mt-4 rounded-md border border-danger/50 bg-sunken p-4">
      <h3 id="site-question" className="font-semibold">
        Bring this computer and this site together?
      </h3>
      <p className="mt-1 text-sm">
        What is kept here was written for {site.name}. Another site answers at its address now
        {name !== null && (
          <>
            : <strong className="wrap-anywhere">{name}</strong>
          </>
        )}
        . With yes, what is kept here is sent to it, and what it has comes here. With no, both stay as they are.
      </p>
      <p className="mt-1 text-xs wrap-anywhere text-muted">
        Its id: <code>{siteId}</code>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="danger" disabled={isAdopting} onClick={adopt}>
          Yes, bring them together
        </Button>
        <Button disabled={isAdopting} onClick={onNo}>
          No, send nothing
        </Button>
      </div>
    </section>
  );
}
