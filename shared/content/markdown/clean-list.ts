/**
 * A rule for text that cleaning removes from a post; nothing else is removed (docs/rules.md, "Content cleaning"). Each
 * rule has a fixture `fixtures/clean-<name>.md`. A pattern is applied to the text of one block (see `runText`: NUL
 * stands for code, links and other nodes) and takes time in proportion to its length: repetitions in it stop at the
 * bracket, brace or line end that could start the next match.
 */
interface CleaningRule {
  name: string;
  /**
   * `part`: every match in a paragraph or heading is removed. `heading`: a heading that matches is removed. `opening`
   * and `closing`: the first or last paragraph of the post is removed when it matches.
   */
  scope: 'part' | 'heading' | 'opening' | 'closing';
  pattern: RegExp;
}

export const cleaningList: readonly CleaningRule[] = [
  {
    // "---BLOG POST 2---", "=== END OF ARTICLE ===": the line and its line end.
    name: 'post-markers',
    scope: 'part',
    pattern:
      /^[ \t]*[-=*#_~]{2,9}[ \t]*(?:(?:end|start|begin)[ \t]+(?:of[ \t]+)?)?(?:blog[ \t]+)?(?:post|draft|article)(?:[ \t]+#?\d{1,3})?(?:[ \t]+(?:start|end|begin))?[ \t]*[-=*#_~]{2,9}[ \t]*(?:\n|$)/gim,
  },
  {
    // "[START]", "[END OF POST]": capitals only, so that "[end of quotation]" stays the author's.
    name: 'start-end',
    scope: 'part',
    pattern:
      /\[\/?(?:START|END|BEGIN|STOP)(?:[ _](?:OF[ _])?(?:BLOG[ _]?)?(?:POST|ARTICLE|DRAFT|CONTENT|OUTPUT)(?:[ _]#?\d{1,3})?)?\]/g,
  },
  {
    // "[Insert photo here]", "![Image of a pole]", "[CTA]", "[Your name]", "[Link to the app]".
    name: 'placeholders',
    scope: 'part',
    pattern: /!?\[(?:insert|image|cta|your|link)\b[^[\]]*\]/gi,
  },
  {
    name: 'tldr',
    scope: 'part',
    pattern: /^[ \t]*tl[ \t]?;?[ \t]?dr\b[^\n]*(?:\n|$)/gim,
  },
  {
    name: 'call-to-action',
    scope: 'heading',
    pattern:
      /^(?:(?:a|the|our|your|final|strong|clear)\s)?(?:call[- ]to[- ]action|cta)(?:\s(?:section|block))?\s?[:.!]?$/i,
  },
  {
    // "Sure! Here is your blog post:". It announces what follows, so it ends with a colon.
    name: 'announcement',
    scope: 'opening',
    pattern:
      /^(?:(?:sure|certainly|of course|absolutely|great|okay|ok)(?: thing)?[!,.:]?\s{1,3})?(?:here(?:['’]s| is| are)|below is)\s(?:your|the|a|an|my)\s(?:[\w-]{1,30}\s){0,4}(?:post|article|draft)s?(?:\s[^:\n]{0,120})?:$/i,
  },
  {
    // "Let me know if you'd like me to adjust the tone!": addressed to the owner, not to the reader.
    name: 'offer',
    scope: 'closing',
    pattern:
      /^(?:let me know if you(?:['’]d| would) like (?:me to|any (?:changes|edits|revisions|adjustments|modifications))|would you like me to)\b[^\n]{0,300}$/i,
  },
];

/** `[text]` that is not a link, footnote or checkbox becomes bold. */
export const bracketedText = /\[{1,2}(?!\^|[xX]\]|\s*\])([^[\]]+)\]{1,2}/g;

/** Leftovers of other site generators: Liquid and Nunjucks tags, kramdown attribute lists. */
export const templateTag = /\{\{[^{}]*\}\}|\{%[^{}]*%\}|\{:[^{}\n]*\}/g;
