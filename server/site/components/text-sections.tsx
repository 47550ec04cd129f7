import { Link } from '../router.tsx';
import type { TextSection } from '../texts/text-section.ts';

/** Returns the id by which a section's heading can be linked to: "Governing Law" is #governing-law. */
export function sectionId(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The sections of a static page as running text. */
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

/** Highlights placeholders such as "[Your State/Country]" until the owner fills them in. */
function Placeholders({ text }: { text: string }) {
  return text
    .split(/(\[Your [^\]]+\])/)
    .map((part) => (part.startsWith('[Your ') ? <mark key={part}>{part}</mark> : part));
}
