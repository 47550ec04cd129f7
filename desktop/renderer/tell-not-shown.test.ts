import { expect, test } from 'vitest';
import { tellNotShown } from './tell-not-shown.ts';

/** The part of an element that is used here. */
class TestElement {
  children: TestElement[] = [];
  textContent = '';
  press: (() => void) | undefined;
  readonly ownerDocument = { createElement: () => new TestElement() };
  setAttribute() {}
  append(...children: TestElement[]) {
    this.children.push(...children);
  }
  replaceChildren(...children: TestElement[]) {
    this.children = children;
  }
  addEventListener(_name: string, press: () => void) {
    this.press = press;
  }
}

test.each([
  ['takes it', async () => undefined],
  ['is not there either', () => Promise.reject(new Error('No handler'))],
])(
  'a window that cannot be drawn says so, gives its cause to the log, and begins anew: the other side %s',
  async (_what, answer) => {
    const root = new TestElement();
    root.append(new TestElement());
    const told: string[] = [];
    let reloads = 0;
    tellNotShown({
      root: root as unknown as Element,
      bridge: {
        'app.not-shown': ({ why }) => {
          told.push(why);
          return answer();
        },
      },
      error: new Error(`the state did not come${'!'.repeat(9000)}`),
      reload: () => {
        reloads += 1;
      },
    });
    const [box, ...others] = root.children;
    const [words, again] = box?.children ?? [];
    expect(others).toEqual([]);
    expect(words?.textContent).toContain('The app could not be started.');
    expect(told).toEqual([expect.stringMatching(/^Error: the state did not come!{1000}/)]);
    expect(told[0]).toHaveLength(4000);
    again?.press?.();
    expect(reloads).toBe(1);
  },
);
