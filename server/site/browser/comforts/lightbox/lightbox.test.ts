import { describe, expect, it } from 'vitest';
import { leadsToPicture } from '../../enhancer/leads-to-picture.ts';
import { stepTo } from './step-to.ts';

describe('the keys of the lightbox', () => {
  it('lead through the pictures and round their ends', () => {
    expect(['ArrowRight', 'ArrowLeft', 'Home', 'End'].map((key) => stepTo(key, 1, 3))).toEqual([2, 0, 0, 2]);
    expect(stepTo('ArrowRight', 2, 3)).toBe(0);
    expect(stepTo('ArrowLeft', 0, 3)).toBe(2);
  });

  it('leave a single picture and other keys alone', () => {
    for (const key of ['ArrowRight', 'ArrowLeft', 'Home', 'End', 'Tab', 'a']) expect(stepTo(key, 0, 1)).toBe(0);
    expect(stepTo('a', 1, 3)).toBe(1);
  });
});

describe('a picture opens in the lightbox', () => {
  it.each([
    ['in full size', 'https://a.test/uploads/x-1.webp', 'https://a.test/uploads/x-1-400.webp'],
    ['where its link leads to itself, whatever it is called', 'https://b.test/p/17', 'https://b.test/p/17'],
    ['where it leads to another picture', 'https://b.test/large.JPG?size=full#x', 'https://b.test/small.jpg'],
  ])('%s', (_, href, shown) => expect(leadsToPicture(href, shown)).toBe(true));

  it('and not where it stands in a link to a page', () => {
    expect(leadsToPicture('https://b.test/jpg', 'https://b.test/small.jpg')).toBe(false);
    expect(leadsToPicture('https://b.test/?file=x.jpg', undefined)).toBe(false);
  });
});
