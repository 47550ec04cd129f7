import { LettersPanel } from './letters-panel.tsx';
import { SubscribersPanel } from './subscribers/subscribers-panel.tsx';

/** Letters to those who follow by e-mail, and who they are (docs/rules.md, "Subscribing"). */
export function LettersScreen() {
  return (
    <section aria-labelledby="letters" className="admin-width py-6 md:py-8">
      <h2 id="letters" className="font-serif text-2xl font-medium">
        Letters
      </h2>
      <p className="mt-1 mb-5 text-muted">What goes to the readers who follow by e-mail.</p>
      <LettersPanel />
      <div className="mt-10 border-t border-line pt-6">
        <SubscribersPanel />
      </div>
    </section>
  );
}
