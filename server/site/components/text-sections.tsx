import { Link } from '../router.tsx';
import type { TextSection } from '../texts/text-section.ts';

/** Where a section's heading can be linked to: "Governing Law" is #governing-law. */
export function sectionId(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Sections of a static page as running text. */
export function TextSections({ sections }: { sections: readonly TextSection[] }) {
  return sections.map(({ heading, paragraphs = [], list = [], link }) => (
    <section key={heading} aria-labelledby={sectionId(heading)}>
      <h2 id={sectionId(heading)}>{heading}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>
          <Placeholders text={paragraph} />
        </p>
      ))}
      {list.length > 0 && (
        <ul>
          {list.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {link && (
        <p>
          <Link to={link.href}>{link.text}</Link>
        </p>
      )}
    </section>
  ));
}

/** "[Your State/Country]" is for the owner to fill in; it stands out until that is done. */
function Placeholders({ text }: { text: string }) {
  return text
    .split(/(\[Your [^\]]+\])/)
    .map((part) => (part.startsWith('[Your ') ? <mark key={part}>{part}</mark> : part));
}
