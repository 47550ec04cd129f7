import { Dialog } from '#shared/ui/dialog.tsx';
import { keyName, shortcuts } from './shortcuts.ts';

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** Every shortcut of the admin. */
export function ShortcutList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
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
