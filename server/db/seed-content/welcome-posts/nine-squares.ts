import type { SeedPost } from '../seed-content.ts';

export const nineSquares: SeedPost = {
  title: 'Nine Squares: From a Note to a Published Piece',
  slug: 'nine-squares-from-note-to-published-piece',
  excerpt:
    'One sheet of paper, folded in thirds both ways, makes nine squares. Fill them, and the piece you have been meaning to write is half done.',
  categorySlug: 'technology',
  tags: ['writing', 'small tools', 'attention'],
  featured: false,
  featuredImage: 'nine-squares.jpg',
  imageAlt:
    'A sheet of paper folded into nine fields, eight of them filled with small signs; the ninth has flown off as a red paper plane, and a pencil writes in the last one.',
  metaTitle: 'Nine Squares: From a Note to a Published Piece',
  metaDescription:
    'A paper method for planning a blog post in nine folded squares, the Markdown skeleton that comes out of it, and the five checks before you publish.',
  content: `The best writing tool on most desks is under the printer. A sheet of plain paper starts at once, shows everything you have put on it without scrolling, and cannot tell you that somebody has replied. What it lacks is structure, and structure can be folded in.

Two folds in one direction and two in the other make nine squares. Nine happens to be about as many questions as a short piece of writing has to answer. Fill the squares with a pencil, in any order, and what is left to do at the keyboard is typing.

## Fold it in thirds

Halves are easy and thirds are not, but you need no ruler.

1. Lay the sheet upright and bend it, without creasing, into a loose S, so that you look at three layers from the side.
2. Push the bends in or out until the three layers are equally long.
3. Press the two creases flat and open the sheet.
4. Turn it a quarter and do the same again.
   - If the squares come out uneven, crease again beside the first line. Nobody will see it.
   - If you want to practise first, a paper napkin forgives everything.[^fold]
5. Number the squares from 1 to 9, left to right and top to bottom, small and in the corner.

![Three steps: a sheet bent into an S, the sheet open with two creases and an arrow for a quarter turn, the sheet with nine squares](/uploads/fold-in-thirds.jpg)

## What goes into the squares

| Square | Question | It is done when |
| --- | --- | --- |
| 1 Reader | Who is asking? | you could telephone them |
| 2 Itch | What happened on the day they asked? | it has a time and a place |
| 3 Promise | What will they be able to do? | it is one sentence without “and” |
| 4 Proof | How do you know? | you tried it, or can name who did |
| 5 Order | What must they read first? | there are four to six headings |
| 6 Example | What can be counted, cooked or said? | there is one for each heading |
| 7 Limits | Where does it stop being true? | you would warn a friend |
| 8 Title | What is on the door? | it promises no more than square 3 |
| 9 First line | Where does it begin? | the second line follows by itself |

Squares 8 and 9 come last on purpose. A title written first is a guess about a piece that does not exist yet.

One square will stay empty for longer than the others. That is the useful one. If it is square 4, you have an opinion and should go and try something. If it is square 1, you are writing for everybody, and everybody is out.

## From the sheet to the screen

Here is the sheet again, typed. It is Markdown, which is plain text with a few marks in it: readable before it is converted, and still readable when the program that converts it has been forgotten. The [ten-minute tutorial](https://commonmark.org/help/) teaches all of it.

~~~markdown
The beans came up on a Tuesday, and by Friday they were leaning.

## What the lean tells you

A heading from square 5, then its example from square 6.

1. Turn the tray half round each morning.
2. Move it closer to the glass.
   - A hand's width is enough.

## When it does no harm

Square 7 goes here, before somebody has to ask.

> A line from someone who put it better.[^1]

[^1]: Where that line can be found.
~~~

Everything you see on this page was written that way: the table, the numbered list with a list inside it, the footnotes, the block you are looking at.

## Five checks, one night apart

Now save it as a draft and go to bed. A draft on this site is nobody’s business but yours, and each time you save, the version before it is kept. So cut without fear. You can always walk back.

In the morning:

1. Read it aloud. Wherever you stumble, the sentence is at fault, not you.
2. Find the sentence in which the piece really starts. It is often in the third paragraph. Delete what stands above it.
3. Check each name, number and link by hand.
4. Write the excerpt last. It is the hardest sentence of the piece, because it has to make the promise of square 3 to somebody who is looking elsewhere.
5. Cut once more, and stop.

The fifth takes the longest, and there is no shame in that. Blaise Pascal apologised for a letter in 1656 with the words

> I have made this one longer only because I have not had the leisure to make it shorter.[^pascal]

Then publish. Publish before it is perfect, and after it is true. A mistake that a reader finds can be put right in a minute; a piece that nobody reads cannot be put right at all.

For practice, unfold a finished piece. Take [a loaf of bread](/post/a-loaf-that-fits-around-the-day) or [a way of reading](/post/read-fifteen-subjects-without-drowning), and see which of its sentences came out of which square.

[^fold]: Thirds are kind to paper: three layers one way, nine after the quarter turn. Halving is another matter, since nine halvings make 512 layers. It was long said that nobody could fold a sheet in half more than seven or eight times, until [Britney Gallivan](https://en.wikipedia.org/wiki/Britney_Gallivan), then at school in California, worked out how much paper it takes and in 2002 folded one twelve times.
[^pascal]: The sixteenth of the Provincial Letters: “Je n’ai fait celle-ci plus longue que parce que je n’ai pas eu le loisir de la faire plus courte.” The translation is ours.
`,
};
