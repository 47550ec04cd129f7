import type { SeedPost } from '../seed-content.ts';

export const loafAroundTheDay: SeedPost = {
  title: 'A Loaf That Fits Around the Day',
  slug: 'a-loaf-that-fits-around-the-day',
  excerpt:
    'Sourdough has a name for eating weekends. This one asks for under half an hour of your hands, and does the rest while you sleep and work.',
  categorySlug: 'food-nutrition',
  tags: ['sourdough', 'habits', 'small tools'],
  featured: false,
  featuredImage: 'loaf-and-day.jpg',
  imageAlt:
    'A round loaf scored into nine fields lies on a red cloth in front of a striped evening sky; a dotted arc leads from the moon to the sun.',
  metaTitle: 'A Loaf That Fits Around the Day: Sourdough for Working People',
  metaDescription:
    'An overnight sourdough with a timetable for working days: mix in the evening, shape before work, bake for supper. With weights, signs and repairs.',
  content: `Most bread recipes are written for people who are at home. They say “after thirty minutes” and “when it has doubled” as if you had nothing to do but stand beside the bowl. If you work during the day, turn the recipe round: let the slow parts fall into the hours when you are asleep or out of the house, and do the quick parts in between.

A sourdough is patient enough for that. It rises slowly at room temperature and hardly at all in the refrigerator, and those two speeds are all the controls you need.

## What goes in

| Ingredient | Weight | Share of the flour |
| --- | ---: | ---: |
| White bread flour | 400 g | 80 % |
| Wholemeal flour | 100 g | 20 % |
| Water | 350 g | 70 % |
| Ripe starter | 50 g | 10 % |
| Salt | 10 g | 2 % |

The last column is how bakers write: the flour counts as a hundred and everything else is measured against it.[^percent] It makes a recipe easy to remember and easy to scale. If you want two loaves, double the first column and leave the second alone.

The starter should be half flour and half water, fed, and at its liveliest: risen, domed, full of bubbles. Weigh everything, the water too.

## The timetable

This is for a kitchen at about 20 °C and someone who leaves the house at eight. Only the gaps between the lines matter; move the whole day to suit you.

| When | What | Your hands |
| --- | --- | --- |
| 18:00 | Feed the starter | 2 minutes |
| 21:30 | Mix the dough | 5 minutes |
| 22:00 and 22:30 | Fold it | 1 minute each |
| overnight | Nothing | |
| 7:00 | Shape it, and into the refrigerator | 10 minutes |
| daytime | Nothing | |
| 18:30 | Heat the oven with a lidded pot inside | 1 minute |
| 19:15 | Score and bake | 3 minutes |
| 20:00 | Take it out, and wait | |

That comes to twenty-three minutes. The other twenty-five and a half hours are the bread’s own.

## How each step goes

1. Feed. Stir 25 g of flour and 25 g of lukewarm water into 20 g of starter and leave it somewhere warm, such as an oven with only its light on. You will use 50 g; the rest goes back into its jar for next time.
2. Mix. Stir starter into water, add flour and salt, and work it with a wet hand until no dry flour is left. It will look like a mistake. Cover it.
3. Fold. With a wet hand take an edge, pull it up as far as it goes, and lay it over the middle. Turn the bowl and repeat.
   - Four pulls are one round.
   - By the second round the dough is smooth, and you can feel it hold together.
4. Shape. In the morning it should have grown by half or a little more, with a domed top and bubbles at the side of the bowl. Tip it out on a floured table, draw the edges to the middle, turn it over and pull it towards you until the skin is taut. Lay it, seam up, in a basket or a bowl lined with a floured cloth. Cover it so that it does not dry out.
5. Score. Turn it out on baking paper and cut two lines one way and two the other, about half a centimetre deep. Nine fields, like a sheet folded in thirds. The loaf opens along them instead of where it likes.
6. Bake. Into the hot pot at 240 °C, 25 minutes with the lid on and 20 without. It is done when it is darker than you dare and sounds hollow when you knock underneath.

Then comes the one step everybody fails: leave it alone for an hour. The crumb is still setting, and a loaf cut hot is gummy all the way through.

## When it goes wrong

The clock is a suggestion, because your kitchen is not ours. Look at the dough at seven in the morning and let it tell you.

- It has hardly moved.
  - The kitchen was cold. Leave it out while you have breakfast, and shape it as late as you can.
  - Next time begin with 75 g of starter, or with lukewarm water.
- It has spread and sticks to everything.
  - The night was warm. Shape it quickly and coldly, bake it in a tin, and eat it toasted; it will taste better than it looks.
  - Next time take 30 g of starter, or cold water.
- It rose well and baked flat.
  - The skin was slack. Shape it tighter, and score it straight from the refrigerator.

Write down the temperature of the kitchen and the one thing you would change. After three loaves you have a recipe for your own house, and no book can sell you that. If you like a form for such notes, [nine squares on a sheet of paper](/post/nine-squares-from-note-to-published-piece) are enough for one loaf.

It is a slow way to make bread and a quick way to learn something, which is the kind of reading we argue for in [How to read fifteen subjects](/post/read-fifteen-subjects-without-drowning). Feed the starter tonight. By tomorrow night you will know the rest.

[^percent]: This is called [baker’s percentage](https://en.wikipedia.org/wiki/Baker_percentage). Strictly counted, the starter brings 25 g of flour and 25 g of water of its own, so this dough has 375 g of water to 525 g of flour: 71 %, not 70.
`,
};
