import { CloudAlert, CloudCheck, CloudOff, CloudUpload, HardDrive } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { classNames } from '#shared/ui/class-names.ts';
import { useToast } from '#shared/ui/toast.tsx';
import { SyncPanel } from './sync-panel.tsx';
import { pushedAgainText, type SyncSign } from './sync-texts.ts';
import { useExchangeFact, useSteadyText } from './use-sync.ts';

const icons = {
  'on-the-server': CloudCheck,
  waiting: CloudUpload,
  'on-this-computer': HardDrive,
  offline: CloudOff,
  attention: CloudAlert,
};
const tones: Record<SyncSign, string> = {
  'on-the-server': '',
  waiting: 'text-muted!',
  'on-this-computer': '',
  offline: 'text-danger!',
  attention: 'text-danger!',
};

/** Says where the owner's words are, and opens the panel with the details and the actions. */
export function SyncBadge() {
  const { sign, label } = useSteadyText();
  const [isOpen, setIsOpen] = useState(false);
  const Icon = icons[sign];
  usePushedAgainToast(useExchangeFact((state) => state.pushedAgain));
  return (
    <>
      <Button
        variant="plain"
        title={label}
        aria-label={`Sync: ${label}`}
        className={classNames(
          'min-w-0 px-2.5! max-sm:-ms-2.5 max-sm:flex-1 max-sm:basis-10 max-sm:justify-start! lg:px-3!',
          tones[sign],
        )}
        onClick={() => setIsOpen(true)}
      >
        <Icon aria-hidden />
        <span className="truncate text-sm sm:max-lg:hidden">{label}</span>
      </Button>
      <SyncPanel isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

/** Shows the toast once for each number, in the first window that learns of it. */
function usePushedAgainToast(pushedAgain: number | null): void {
  const toast = useToast();
  const lastShown = useRef<number | null>(null);
  useEffect(() => {
    if (pushedAgain === null || pushedAgain === lastShown.current) return;
    lastShown.current = pushedAgain;
    if (pushedAgain > 0) toast({ title: 'Sent to the server again', description: pushedAgainText(pushedAgain) });
  }, [pushedAgain, toast]);
}
