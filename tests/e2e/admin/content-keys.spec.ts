import sharp from 'sharp';
import { longStep } from '../support/long-step.ts';
import { toasts } from '../support/toast.ts';
import { expect, type Locator, type Page, test } from './admin-test.ts';
import { button, content, contentText, expectContent, fillContent, goTo } from './editor-steps.ts';

// The effects of keys, buttons and the clipboard on the text.

/** Pastes the data that a program put on the clipboard. */
async function paste(page: Page, kinds: Record<string, string>): Promise<void> {
  await content(page).evaluate((field, given) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text);
    field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  }, kinds);
}

test('keys, buttons and the clipboard', { tag: '@long' }, async ({ page, openAdmin }) => {
  await test.step('marks, headings and lists are made by keys and by buttons; AltGr writes its letter', async () => {
    await openAdmin('/admin#new');
    await fillContent(page, 'one two');
    await page.keyboard.press('Control+b');
    await expectContent(page, 'one **two**');
    const bold = button(page, 'Bold');
    await expect(bold).toHaveAttribute('aria-pressed', 'true');
    await bold.click();
    await expectContent(page, 'one two');
    await expect(content(page)).toBeFocused();
    await page.keyboard.press('Control+Alt+2');
    await expectContent(page, '## one two');
    await expect(page.getByLabel('Paragraph style')).toHaveValue('heading-2');
    await page.getByLabel('Paragraph style').selectOption('Paragraph');
    await expectContent(page, 'one two');
    await content(page).evaluate((field) => {
      const altGr = { key: '²', code: 'Digit2', ctrlKey: true, altKey: true, modifierAltGraph: true };
      field.dispatchEvent(new KeyboardEvent('keydown', { ...altGr, bubbles: true, cancelable: true }));
    });
    await expectContent(page, 'one two');
  });

  await test.step('a list goes on at Enter; Tab moves its items, and leaves the text after Escape and outside of lists', async () => {
    await fillContent(page, '');
    await content(page).click();
    await page.keyboard.type('- a');
    await page.keyboard.press('Enter');
    await page.keyboard.type('b');
    await page.keyboard.press('Tab');
    await expectContent(page, '- a\n  - b');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(content(page)).not.toBeFocused();
    await expectContent(page, '- a\n  - b');
    await goTo(page, 9);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('After.');
    await expectContent(page, '- a\n- b\n\nAfter.');
    await page.keyboard.press('Tab');
    await expect(content(page)).not.toBeFocused();
  });

  await test.step('lists are moved, and steps taken back, by buttons alone; they are off where there is nothing to move', async () => {
    await fillContent(page, '- a\n- b');
    await goTo(page, 7);
    await button(page, 'Indent').click();
    await expectContent(page, '- a\n  - b');
    await button(page, 'Undo').click();
    await expectContent(page, '- a\n- b');
    await button(page, 'Redo').click();
    await expectContent(page, '- a\n  - b');
    await button(page, 'Outdent').click();
    await expectContent(page, '- a\n- b');
    await expect(content(page)).toBeFocused();
    await fillContent(page, 'words');
    await expect(button(page, 'Indent')).toBeDisabled();
    await expect(button(page, 'Outdent')).toBeDisabled();
    await page.keyboard.press('Control+]');
    await expectContent(page, 'words');
    await expect(content(page)).toBeFocused();
  });

  await longStep(
    'a link leads somewhere: an address without a scheme is offered with one, others are refused',
    async () => {
      await fillContent(page, 'Read paper.');
      await goTo(page, 5, 10);
      await page.keyboard.press('Control+k');
      const url = page.getByLabel('URL', { exact: true });
      await url.fill('javascript:alert(1)');
      await page.keyboard.press('Enter');
      await expect(page.getByText(/A link cannot lead to javascript: addresses\./)).toBeVisible();
      await expectContent(page, 'Read paper.');
      await expect(toasts(page)).toHaveCount(0);
      await url.fill('example.com/a');
      await page.keyboard.press('Enter');
      await expect(button(page, 'Use https://example.com/a')).toBeVisible();
      await expectContent(page, 'Read paper.');
      await page.keyboard.press('Enter');
      await expectContent(page, 'Read [paper](https://example.com/a).');
      await expect(toasts(page)).toContainText('Link Added!');
    },
  );

  await longStep('an address pasted over words links them; what office programs copy becomes Markdown', async () => {
    await fillContent(page, 'Read paper.');
    await goTo(page, 5, 10);
    await paste(page, { 'text/plain': 'https://example.com/a' });
    await expectContent(page, 'Read [paper](https://example.com/a).');
    await page.keyboard.press('Control+z');
    await expectContent(page, 'Read paper.');

    const docs = `<b style="font-weight:normal" id="docs-internal-guid-1"><h2><span style="font-weight:400">Title</span></h2>
    <p>A <span style="font-weight:700">bold</span> <a href="https://www.google.com/url?q=https://x.example/y&sa=1">link</a>
    and <a href="javascript:alert(1)">none</a></p><ul><li>a</li><ul><li>b</li></ul></ul>
    <table><tr><td>h</td></tr><tr><td>1|2</td></tr></table>
    <img src="data:image/gif;base64,x" onerror="window.hurt = 1"><script>window.hurt = 1</script></b>`;
    await fillContent(page, '');
    await paste(page, { 'text/plain': 'plain', 'text/html': docs });
    await expectContent(
      page,
      '## Title\n\nA **bold** [link](https://x.example/y) and none\n\n- a\n  - b\n\n| h    |\n| ---- |\n| 1\\|2 |',
    );
    await expect(toasts(page)).toContainText(
      'Left out: a picture that is not on the web, an address a link cannot lead to.',
    );
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false);

    const item = (level: number, mark: string, words: string) =>
      `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${mark}</span>${words}<o:p></o:p></p>`;
    const word = `<html><!--[if gte mso 9]><xml></xml><![endif]--><style>p{}</style><h1>Head<o:p></o:p></h1>
    ${item(1, '1.', 'First')}${item(2, '·', 'Under')}${item(1, '2.', 'Second')}<p class=MsoNormal>A <i>soft</i> word<o:p></o:p></p></html>`;
    await fillContent(page, '');
    await paste(page, { 'text/plain': 'plain', 'text/html': word });
    await expectContent(page, '# Head\n\n1. First\n   - Under\n2. Second\n\nA *soft* word');

    const rich = `<p>A<b> loud </b>word<sup><a href="#fn1" id="fnref1">[1]</a></sup> and <b>two </b><b>runs</b>.</p>
    <ul><li><p>loose</p></li></ul><br><ul><li><input type="checkbox" checked> done</li></ul>
    <figure><img src="https://x.example/a.png" alt="Cat"><figcaption>A caption</figcaption></figure>
    <iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>
    <table><tr><th>h</th></tr><tr><td><p>one</p><p>two</p></td></tr></table>
    <hr><ol><li id="fn1"><p>The note. <a href="#fnref1">back</a></p></li></ol>`;
    await fillContent(page, '');
    await paste(page, { 'text/plain': 'plain', 'text/html': rich });
    await expectContent(
      page,
      [
        'A **loud** word[^1] and **two runs**.',
        '- loose\n\n* [x] done',
        '![Cat](https://x.example/a.png "A caption")',
        '<https://www.youtube.com/watch?v=dQw4w9WgXcQ>',
        '| h       |\n| ------- |\n| one two |',
        '[^1]: The note.',
      ].join('\n\n'),
    );
    await fillContent(page, '');
    const lists = `<html>${item(1, '·', 'Dot')}${item(1, '1.', 'Number')}<p>A<a href="#_ftn1">[1]</a></p></html>`;
    await paste(page, { 'text/plain': 'plain', 'text/html': lists });
    await expectContent(page, '- Dot\n\n1. Number\n\nA\\[1]');

    // The browser would take a minute to parse this.
    await fillContent(page, '');
    await paste(page, { 'text/plain': 'plain', 'text/html': `${'<div>'.repeat(100_000)}<b>deep</b>` });
    await expectContent(page, 'plain');
  });
});

test('blocks, marks and goals', { tag: '@long' }, async ({ page, openAdmin, outside }) => {
  await test.step('the text reads as it will: marks are there only where the cursor is, and tables are written where it is', async () => {
    await openAdmin('/admin#new');
    await fillContent(
      page,
      '## Head\n\nA **bold** [link](https://example.com).\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nEnd',
    );
    await expect(content(page)).toContainText('A bold link.');
    await expect(content(page).getByRole('table')).toContainText('12');
    await goTo(page, 0);
    await expect(content(page)).toContainText('## Head');
    await goTo(page, 14);
    await expect(content(page)).toContainText('A **bold** link.');
    await expect(content(page)).not.toContainText('## Head');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(content(page).getByRole('table')).toHaveCount(0);
    await expect(content(page)).toContainText('| a | b |');
  });

  await test.step('code is coloured, a stored picture is shown in its place, and one of another site only when it is asked for', async () => {
    const images = (await (await page.request.get('/api/images')).json()) as { url: string }[];
    const own = images[0]?.url ?? '';
    expect(own).toMatch(/^\/uploads\//);
    const foreign = 'https://pictures.example.org/boat.jpg';
    await fillContent(page, `\`\`\`js\nconst boat = 1;\n\`\`\`\n\n![Ours](${own})\n\n![Theirs](${foreign})\n\nEnd`);
    await goTo(page, 0);
    const ink = (word: string) =>
      content(page)
        .getByText(word, { exact: true })
        .evaluate((span) => getComputedStyle(span).color);
    const plain = await content(page).evaluate((field) => getComputedStyle(field).color);
    await expect.poll(() => ink('const')).not.toBe(plain);
    expect(await ink('const')).not.toBe(await ink('1'));
    const picture = content(page).getByRole('img', { name: 'Ours' });
    await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    await expect(content(page)).not.toContainText(own);
    const show = content(page).getByRole('button', { name: 'Show the picture of pictures.example.org: Theirs' });
    await expect(show).toBeVisible();
    expect(outside.asked).toEqual([]);
    await show.click();
    await expect(content(page).getByRole('img', { name: 'Theirs' })).toBeVisible();
    expect(outside.asked).toEqual([foreign]);
  });

  await test.step('a slash opens the menu of blocks; words are found and replaced; the text can have the window to itself', async () => {
    await fillContent(page, '');
    await content(page).click();
    await page.keyboard.type('/tab');
    await expect(page.getByRole('option', { name: /^Table/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expectContent(page, /^\| Heading \| Heading \|\n\| --- \| --- \|/);
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find' }).fill('Heading');
    await page.getByRole('textbox', { name: 'Replace' }).fill('Tea');
    await page.getByRole('button', { name: 'Replace all' }).click();
    await expectContent(page, /^\| Tea \| Tea \|/);
    await page.keyboard.press('Escape');
    await expect(content(page)).toBeFocused();

    // Menus that open over the text do not end the focus mode; the palette ends it when it is told to.
    const focusMode = button(page, 'Focus mode');
    await page.keyboard.press('Control+Shift+F');
    await button(page, 'Suggest').click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await expect(focusMode).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Control+Shift+P');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('Leave Focus Mode');
    await page.getByRole('option', { name: 'Leave Focus Mode' }).click();
    await expect(focusMode).toHaveAttribute('aria-pressed', 'false');

    await page.keyboard.press('Control+Shift+F');
    await expect(focusMode).toHaveAttribute('aria-pressed', 'true');
    const covered = page.getByLabel('Title', { exact: true });
    await expect(content(page)).toBeFocused();
    const top = await covered.evaluate((field) => {
      const { x, y } = field.getBoundingClientRect();
      return field.contains(document.elementFromPoint(x + 4, y + 4));
    });
    expect(top).toBe(false);
    await covered.focus();
    await expect(focusMode).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('what readers will not see is said once; a goal of words is remembered', async () => {
    await fillContent(page, 'One **two** three.');
    const note = page.getByText(/Readers do not see bold and italics/);
    await expect(note).toBeVisible();
    await button(page, 'Understood').click();
    await expect(note).toHaveCount(0);
    await button(page, 'Word goal').click();
    await page.getByLabel('Words to write').fill('many');
    await expect(page.getByText('A number from 1 to 1,000,000.')).toBeVisible();
    await page.getByLabel('Words to write').fill('10');
    await page.keyboard.press('Enter');
    await expect(page.getByText('7 to go of 10')).toBeVisible();
    await page.reload();
    const goal = page.getByRole('progressbar', { name: 'Word goal' });
    await expect(goal).toBeVisible();
    // The bar has the colour of the theme, not the browser's green.
    expect(await colourNearStart(goal)).toEqual(await colourNearStart(button(page, 'Create Post')));
    await expect(note).toHaveCount(0);
  });
});

/** Returns the red, green and blue of a spot a little after the start of an element. */
async function colourNearStart(shown: Locator): Promise<number[]> {
  const { data, info } = await sharp(await shown.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + 4) * info.channels;
  return [...data.subarray(at, at + 3)];
}

/** Returns a paragraph as Word copies it. */
const wordParagraph = (words: string) =>
  `<p class=MsoNormal style='margin-bottom:8.0pt;line-height:107%;mso-pagination:widow-orphan'><span lang=EN-US
style='font-size:11.0pt;line-height:107%;font-family:"Aptos",sans-serif;mso-ascii-theme-font:minor-latin;mso-fareast-font-family:
Aptos;mso-hansi-theme-font:minor-latin;mso-bidi-font-family:"Times New Roman"'>${words}<o:p></o:p></span></p>`;

test('much, many and hostile things are pasted', { tag: '@long' }, async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');

  await test.step('three megabytes of an office program become Markdown, and the text can be written on', async () => {
    const paragraphs = Array.from({ length: 8000 }, (_, number) =>
      number % 100 === 0
        ? `<h2>Chapter ${number}<o:p></o:p></h2>`
        : wordParagraph(`Paragraph ${number} with <b>loud</b> words.`),
    );
    const html = `<html><head><style>${'p.MsoNormal {mso-style-parent:"";}\n'.repeat(5000)}</style></head><body>${paragraphs.join('\n')}</body></html>`;
    expect(html.length).toBeGreaterThan(3_000_000);
    // On a slow computer the owner can read what is going on, write on in the meantime, and cancel it.
    const slow = await page.context().newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 10 });
    await fillContent(page, 'Kept.');
    await paste(page, { 'text/plain': 'plain', 'text/html': html });
    await expect(content(page)).toBeFocused();
    await page.keyboard.type('Mine. ');
    await button(page, 'Cancel pasting').click();
    await expect(page.getByText('Pasting…')).toHaveCount(0);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await slow.detach();
    await expectContent(page, /^(?:Mine\. Kept\.|Kept\.Mine\. )$/);
    await fillContent(page, '');
    await paste(page, { 'text/plain': 'plain', 'text/html': html });
    await expect.poll(() => contentText(page)).toContain('Paragraph 7999 with **loud** words.');
    const text = await contentText(page);
    expect(text).toMatch(/^## Chapter 0\n\nParagraph 1 with \*\*loud\*\* words\.\n\nParagraph 2 /);
    expect(text.match(/^## Chapter \d+$/gm)).toHaveLength(80);
    expect(text).not.toMatch(/mso|<[a-z]/i);
    await page.keyboard.press('Control+z');
    await expectContent(page, '');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => contentText(page)).toBe(text);
    await goTo(page, 0);
    await page.keyboard.type('Begun. ');
    await expect.poll(() => contentText(page)).toMatch(/^Begun\. ## Chapter 0/);
  });

  await test.step('five thousand pictures keep their places; those that are not on the web are counted', async () => {
    await fillContent(page, '');
    const pictures = Array.from(
      { length: 5000 },
      (_, number) => `<p><img src="https://x.example/${number}.png" alt="Number ${number}"></p>`,
    );
    const own = '<p><img src="file:///C:/clip.png"></p>'.repeat(2);
    await paste(page, { 'text/plain': 'plain', 'text/html': pictures.join('') + own });
    await expect.poll(() => contentText(page)).toContain('![Number 4999](https://x.example/4999.png)');
    expect((await contentText(page)).match(/^!\[Number \d+\]\(https:\/\/x\.example\/\d+\.png\)$/gm)).toHaveLength(5000);
    await expect(toasts(page)).toContainText('Left out: 2 pictures that are not on the web.');
  });

  await test.step('nothing that was meant to do harm is done, or comes to stand in the text', async () => {
    const hostile = [
      '<h2>Kept</h2><script>window.hurt = 1</script><style>@import "https://evil.example/a.css";</style>',
      '<img src=x onerror="window.hurt = 1"><svg onload="window.hurt = 1"><script>window.hurt = 1</script></svg>',
      '<svg><style><img src=x onerror="window.hurt = 1"></style></svg>',
      '<math><mtext><table><mglyph><style><img src=x onerror="window.hurt = 1"></style></mglyph></table></mtext></math>',
      '<noscript><p title="</noscript><img src=x onerror=&quot;window.hurt = 1&quot;>"></p></noscript>',
      '<iframe srcdoc="<script>parent.hurt = 1</script>"></iframe><object data="data:text/html,x"></object>',
      '<form action="javascript:window.hurt = 1"><button formaction="javascript:window.hurt = 1">no</button></form>',
      '<a href="jav&#x09;ascript:window.hurt = 1">tab</a> <a href=" JaVaScRiPt:window.hurt = 1">blank</a>',
      '<a href="data:text/html,<script>1</script>">data</a> <a href="vbscript:x">vb</a> <a href="file:///etc/passwd">file</a>',
      '<p>&lt;img src=x onerror="window.hurt = 1"&gt;</p><base href="https://evil.example/"><meta http-equiv=refresh content="0;url=https://evil.example">',
      '<details open ontoggle="window.hurt = 1"><summary>more</summary></details><p>last words</p>',
    ];
    await fillContent(page, '');
    await paste(page, { 'text/plain': 'plain', 'text/html': hostile.join('') });
    await expect.poll(() => contentText(page)).toContain('last words');
    const text = await contentText(page);
    expect(text).toMatch(/^## Kept/);
    // Words about a tag stay words.
    expect(text).not.toMatch(/script:|data:|file:|evil\.example|(?<!\\)<[a-z/]/i);
    await button(page, 'Preview').click();
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('last words');
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false);
    expect(new URL(page.url()).hash).toBe('#new');
  });
});
