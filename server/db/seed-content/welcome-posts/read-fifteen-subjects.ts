import type { SeedPost } from '../seed-content.ts';

export const readFifteenSubjects: SeedPost = {
  title: 'How to Read Fifteen Subjects Without Drowning',
  slug: 'read-fifteen-subjects-without-drowning',
  excerpt:
    'Nobody finishes a library, and nobody minds. Three shelves, one old piece of advice and a side door for reading widely on purpose.',
  categorySlug: 'personal-development',
  tags: ['reading', 'attention', 'habits'],
  featured: true,
  featuredImage: 'paper-boat.jpg',
  imageAlt:
    'A red and white paper boat sails across a sea chart folded into nine fields, past fifteen small islands, a dotted course behind it.',
  metaTitle: 'How to Read Fifteen Subjects Without Drowning',
  metaDescription:
    'A calm way to read a blog of many niches: taste, swallow or chew each post, keep three shelves, follow the side doors, and stop in time.',
  content: `Everybody who starts a blog is given the same advice: choose one subject and stay with it. This blog has fifteen. So before anything else you are owed an answer to a fair question. Who is supposed to read all this?

Nobody is. A public library has a good many more than fifteen subjects, and people do not leave it in tears because they have not finished. They go in for a book about roof gutters and come out with that and another about bees. The trouble with plenty is seldom the amount. It is that nobody tells you, when you open a page, what kind of reading you are about to do.

## Taste, swallow, chew

Four centuries ago Francis Bacon sorted books by what should be done with them, and the sorting has held:

> Some books are to be tasted, others to be swallowed, and some few to be chewed and digested; that is, some books are to be read only in parts; others to be read, but not curiously; and some few to be read wholly, and with diligence and attention.[^bacon]

Turned into advice for a blog, it fits in a small table.

| You notice | So you | It takes |
| --- | --- | --- |
| a mild interest | taste: the excerpt, the headings, the last paragraph | a minute |
| “I could use this” | swallow: read once, straight through, then say it in one sentence of your own | ten minutes |
| “I want to be able to do this” | chew: do the thing, then read again | an afternoon |

Decide before you scroll. Most of what you meet should only be tasted, and that is no lack of seriousness. It is what pays for the seriousness elsewhere. A person who chews everything has never time to finish a meal.

## Keep three shelves

Fifteen subjects are too many to follow. Three are not. Choose them for a season, and choose them differently:

1. One you need.
   - A new job, a sore back, a first tax return.
   - Read it for answers, and leave when you have them.
2. One you love.
   - What you would read on holiday anyway.
   - Read it slowly, and argue with it.
3. One you know nothing about.
   - Pick it by lot if you must.
   - Read it for surprise. You are allowed to understand half.

The third shelf is the easiest to leave out and the hardest to replace. The other two bring you more of what you were already looking for. Only this one can hand you a word you did not know you needed.

Each category here has a page of its own and a feed of its own, so a shelf can come to you. Put it into a feed reader and nobody, ourselves included, decides what you see first. If you would rather have everything in one stream, [there is a feed for that too](/rss.xml).

## Leave by the side door

Subjects are how a library is sorted. They are not how thinking goes. That is why every post ends with a few tags, and why the tags pay no attention to the subject they stand under. This piece belongs to Personal Development; the one about [nine squares on a sheet of paper](/post/nine-squares-from-note-to-published-piece) belongs to Technology. Both carry the tag “attention”, because that is what both are about underneath.

Follow one tag a week out of your own field and see where it puts you down. A good side door has three marks:

- you would never have searched for what is behind it;
- it answers something you were asking in another room;
- you can name, in one sentence, what the two have in common.

If you only remember a word or two of something you have read, the search box is the other door. It does not mind a typing error.

## Read with your hands

Whatever you chose to chew, do. Reading about bread is not bread. Our [loaf that fits around the day](/post/a-loaf-that-fits-around-the-day) asks for less than half an hour of work and one night of patience, and at the end of it you will know things about fermentation that no number of open tabs could have told you, such as what ready feels like under a wet finger.

Afterwards write one line with three parts: what I did, what happened, what I would change. That line is where reading turns into knowing. It is also the only note from your reading that you are certain to understand in a year.

## Know when to close the page

Stopping is a skill, and it has rules like any other. Close the page when

1. you have what you came for;
2. you have read the same sentence twice without noticing;
3. the writer has begun to sell you something you had not asked about;
4. somebody in the room says your name.

Nobody drowns in a library. People drown in the feeling that they should have read it all by now. You should not. Taste widely, chew rarely, and leave the rest on its shelf for somebody who needs it today.

[^bacon]: Francis Bacon, “Of Studies”, as printed in [the 1908 edition of his Essays](https://en.wikisource.org/wiki/Page:Essays_of_Francis_Bacon_1908_Scott.djvu/344). By “curiously” he meant attentively.
`,
};
