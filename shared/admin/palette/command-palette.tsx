import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { IconButton } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { useSignOut } from '../auth/index.ts';
import { useFormCommands } from '../form-commands.ts';
import { MessagesPanel } from '../messages/index.ts';
import { useOffers } from '../offer-commands.tsx';
import { usePorts } from '../ports-context.tsx';
import { draftAddress, editAddress, useMarkdownFiles } from '../posts/index.ts';
import { SyncPanel } from '../sync/index.ts';
import { useThemeChoice } from '../theme-choice.ts';
import { type ActionParts, paletteActions } from './palette-actions.ts';
import { PaletteDialog } from './palette-dialog.tsx';
import { askedBy, isMac, isTextField, keyName, shortcuts } from './shortcuts.ts';

type OpenWindow = 'palette' | 'shortcuts' | 'messages' | 'sync';

/**
 * The command palette and its button: every screen, post and action by its name. Ctrl+Shift+P opens it too, and so does
 * Ctrl+K while no text is being written; `?` opens the list of shortcuts.
 */
export function CommandPalette({ tabs, places }: Pick<ActionParts, 'tabs' | 'places'>) {
  const { site, openExternal, noteShortcut, exchange } = usePorts();
  const [opened, setOpened] = useState<OpenWindow | null>(null);
  const navigate = useNavigate();
  const formCommands = useFormCommands();
  const offers = useOffers();
  const { chooseFile } = useMarkdownFiles();
  const [, chooseTheme] = useThemeChoice();
  const { signOut } = useSignOut();
  usePaletteKeys(opened !== null, setOpened);
  const close = () => setOpened(null);

  return (
    <>
      <IconButton
        label="Find anything"
        aria-keyshortcuts="Control+Shift+P Meta+Shift+P"
        onClick={() => setOpened('palette')}
      >
        <Search aria-hidden />
      </IconButton>
      <PaletteDialog
        isOpen={opened === 'palette'}
        onClose={close}
        onPost={(id) => navigate(editAddress(id))}
        onDraft={({ id, postId }) => navigate(postId === null ? draftAddress(id) : editAddress(postId))}
        groups={() =>
          paletteActions({
            go: (address, options) => void navigate(address, options),
            tabs,
            places,
            form: formCommands(),
            offered: offers.now(),
            open: setOpened,
            hasQuickNote: noteShortcut !== null,
            chooseFile: () => void chooseFile(),
            viewSite: () => openExternal(site.url('/')),
            syncNow: () => void exchange.syncNow(),
            chooseTheme,
            signOut: () => void signOut(),
          })
        }
      />
      <ShortcutList isOpen={opened === 'shortcuts'} onClose={close} />
      <MessagesPanel isOpen={opened === 'messages'} onClose={close} />
      <SyncPanel isOpen={opened === 'sync'} onClose={close} />
    </>
  );
}

/** Opens the palette by keys, wherever the focus is, unless a window is open that must be answered first. */
function usePaletteKeys(isOpen: boolean, open: (asked: OpenWindow) => void): void {
  const latest = useRef({ isOpen, open });
  latest.current = { isOpen, open };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const asked = askedBy(event, isTextField(document.activeElement));
      if (asked === null || event.defaultPrevented) return;
      // Otherwise the browser would print, or search.
      event.preventDefault();
      const isBusy = latest.current.isOpen || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
      if (!isBusy) latest.current.open(asked);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Every shortcut of the admin. */
function ShortcutList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts" isText>
      <Shortcuts />
    </Dialog>
  );
}

function Shortcuts() {
  return (
    <div className="grid gap-6">
      {shortcuts.map(({ title, list }) => (
        <section key={title} aria-label={title}>
          <h3 className="mb-2 font-semibold">{title}</h3>
          <dl className="grid gap-2">
            {list.map(({ keys, does }) => (
              <div key={does} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
                <dt className="text-muted">{does}</dt>
                <dd className="flex gap-1">
                  {keys.map((key) => (
                    <kbd key={key} className="rounded-sm border border-line-strong bg-sunken px-1.5 text-sm">
                      {keyName(key, isMac())}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
