import { SubscribersPanel } from './subscribers/subscribers-panel.tsx';

/** Who follows by e-mail, and what is sent to them (docs/rules.md, "Subscribing"). */
export function LettersScreen() {
  return (
    <section aria-labelledby="letters" className="admin-width grid gap-8 py-6 md:py-8">
      <h2 id="letters" className="font-serif text-2xl font-medium">
        Letters
      </h2>
      <SubscribersPanel />
    </section>
  );
}
