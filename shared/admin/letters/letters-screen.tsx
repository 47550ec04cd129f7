import { LettersPanel } from './letters-panel.tsx';

/** Letters to those who follow by e-mail. */
export function LettersScreen() {
  return (
    <section aria-labelledby="letters" className="admin-width py-6 md:py-8">
      <h2 id="letters" className="font-serif text-2xl font-medium">
        Letters
      </h2>
      <p className="mt-1 mb-5 text-muted">What goes to the readers who follow by e-mail.</p>
      <LettersPanel />
    </section>
  );
}
