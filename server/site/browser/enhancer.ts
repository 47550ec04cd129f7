import '../styles.css';
import { BODY_ID } from '../element-ids.ts';
import { offerComforts } from './enhancer/comforts.ts';
import { countVisit } from './enhancer/count-visit.ts';
import { followHistory } from './enhancer/first-history.ts';
import { keepFirstPresses } from './enhancer/first-press.ts';
import { offerPlace } from './enhancer/offer-place.ts';
import { showEmbeds } from './enhancer/post-embeds.ts';
import { startSideMenu } from './enhancer/side-menu.ts';
import { startThemeToggle } from './enhancer/theme-toggle.ts';
import { startViewChoice } from './enhancer/view-choice.ts';
import { watchContents } from './enhancer/watch-contents.ts';

// All that a page loads before a reader touches anything: what it does without React, and what loads the rest at its
// first use. `npm run size` holds it to its budget. What it does goes on when React has come.

startThemeToggle();
startViewChoice();
startSideMenu();
watchContents();
followHistory();
offerComforts();
countVisit();
const body = document.getElementById(BODY_ID);
if (body) showEmbeds(body);
offerPlace();
// A browser only scrolls to a field that an address leads to.
document.querySelector<HTMLElement>('input:target')?.focus();
// Last: it repeats a press of before, which the listeners above may be for.
keepFirstPresses();
