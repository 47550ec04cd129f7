/**
 * Two complete blocks in the shape that steps 8 and 9 ask for, short enough for a prompt; the parser reads them too.
 */
export const DRAFT_SHAPE_EXAMPLE = `---BLOG POST 1---
Title: Why Your Bean Seedlings Lean, and How to Stop It
Slug: why-bean-seedlings-lean
Excerpt: Seedlings that lean are not weak, they are looking for light. Three small changes on the windowsill let them stand up within a week.
Tags: growing from seed, windowsill, vegetables
Content:
The beans came up on a Tuesday, and by Friday they were all bowing to the window.

## What the lean tells you

A seedling grows toward the brighter side, so a lean is a reading: it says where the light comes from.

1. Turn the tray half round each morning.
2. Move it a hand's width closer to the glass.

## When to leave them alone

Once the second pair of leaves is open, a slight lean does no harm.
---BLOG POST 2---
Title: A Watering Habit for People Who Forget
Slug: watering-habit-for-people-who-forget
Excerpt: Tie watering to something you already do each day, and test the soil with a finger before you pour. A plain habit for forgetful gardeners.
Tags: watering, habits, vegetables
Content:
Nobody forgets the kettle.

## Borrow a habit you have

Put the can beside the kettle, and fill both at once.
`;

/** The rules of this shape, in the same words in both prompts, so that one parser reads both answers. */
export const DRAFT_SHAPE_RULES = `The answer is read by a program. It consists of blocks and of nothing else: no greeting, no comment, no code fence around it, no text before the first marker or after the last article. Each block has exactly these parts in this order:

1. A marker line, alone on its line, with the number of the post: ---BLOG POST 1---
2. Title: the title on the same line, plain text, at most 65 characters, no quotation marks around it
3. Slug: lowercase letters a to z, digits and single hyphens, at most 60 characters
4. Excerpt: one line of 120 to 160 characters
5. Tags: three to five tags on one line, separated by commas, lowercase
6. Content: this label alone on its line; the article starts on the next line and runs to the next marker line or to the end of the answer

The five labels are written in English exactly as shown, each once in a block, at the beginning of a line, without decoration, whatever language the article has.

The article itself is Markdown: paragraphs, headings with ## and ###, lists, and where they help tables, block quotations and fenced code. Begin with a paragraph, not with a heading; the title is not repeated. Do not use # headings, bold, italics, pictures, HTML, lines of dashes, square brackets that are not links, or notes to the editor. Do not write a "TL;DR" and no heading like "Call to Action" or "Conclusion".

The example between the next two tags shows the shape only; its subjects and its length are not yours, and the tags are no part of it:

<example>
${DRAFT_SHAPE_EXAMPLE}</example>`;
