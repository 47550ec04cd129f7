import { LettersPanel } from './letters-panel.tsx';
import { SubscribersPanel } from './subscribers/subscribers-panel.tsx';

/** The subscribers, and the letters that are sent to them (docs/rules.md, "Subscribing", "Letters"). */
export function LettersScreen() {
  return (
    <section aria-labelledby="letters-title" className="admin-width grid gap-8 py-6 md:py-8">
      <div>
        <h2 id="letters-title" className="font-serif text-2xl font-medium">
          Letters
        </h2>
        <p className="mt-1 text-muted">What goes to the readers who follow by e-mail, and who they are.</p>
      </div>
      <LettersPanel />
      <div className="border-t border-line pt-6">
        <SubscribersPanel />
      </div>
    </section>
  );
}
