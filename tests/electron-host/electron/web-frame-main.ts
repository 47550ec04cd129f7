import { originOf } from './addresses.ts';

/** A frame as main sees it (`WebFrameMain`). */
export interface Frame {
  frameTreeNodeId: number;
  processId: number;
  routingId: number;
  name: string;
  url: string;
  origin: string;
  parent: Frame | null;
  top: Frame;
  detached: boolean;
  isDestroyed(): boolean;
}

interface FrameFacts {
  id: string;
  parentId: string | undefined;
  name: string;
  url: string;
}

/** Creates the tree of a page's frames, updated by the browser's events. */
export function createFrameTree() {
  const facts = new Map<string, FrameFacts>();
  const numbers = new Map<string, number>();
  const numberOf = (id: string) => {
    const number = numbers.get(id) ?? numbers.size + 1;
    numbers.set(id, number);
    return number;
  };

  const frame = (id: string): Frame | null => {
    const known = facts.get(id);
    if (!known) return null;
    const { url, name, parentId } = known;
    return {
      frameTreeNodeId: numberOf(id),
      processId: 1,
      routingId: numberOf(id),
      name,
      url,
      origin: originOf(url),
      get parent() {
        return parentId === undefined ? null : frame(parentId);
      },
      get top() {
        return this.parent?.top ?? this;
      },
      get detached() {
        return !facts.has(id);
      },
      isDestroyed: () => !facts.has(id),
    };
  };
  return {
    frame,
    main: () => {
      const top = [...facts.values()].find(({ parentId }) => parentId === undefined);
      return top ? frame(top.id) : null;
    },
    attached: (id: string, parentId: string | undefined) => facts.set(id, { id, parentId, name: '', url: '' }),
    navigated: (known: FrameFacts) => facts.set(known.id, known),
    moved: (id: string, url: string) => {
      const known = facts.get(id);
      if (known) facts.set(id, { ...known, url });
    },
    detached: (id: string) => facts.delete(id),
    urlOf: (id: string) => facts.get(id)?.url ?? '',
    isMain: (id: string) => facts.get(id)?.parentId === undefined,
  };
}

export type FrameTree = ReturnType<typeof createFrameTree>;
