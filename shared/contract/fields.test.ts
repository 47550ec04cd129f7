import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chat, idempotencyKey } from './ai.ts';
import { contactForm } from './contact.ts';
import {
  emailField,
  idParam,
  lineOfText,
  pagingQuery,
  queryFlag,
  requiredText,
  storedDate,
  textUpTo,
} from './fields.ts';
import { featuredImageField } from './posts/post-input.ts';
import { listPosts } from './posts/posts.ts';
import { createPost } from './posts/posts-admin.ts';
import { stepNumberParam } from './prompts.ts';
import { MAX_QUERY_LENGTH, searchPosts } from './search.ts';
import { credentialsFields, loginFields } from './session.ts';
import { pullUpdates } from './workspace.ts';

const messagesOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map((issue) => issue.message) ?? [];

describe('an id in an address', () => {
  it('is plain digits', () => {
    expect(idParam.parse('7')).toBe(7);
    expect(idParam.parse(7)).toBe(7);
    expect(idParam.parse(String(Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER);
  });

  it.each([
    '',
    '0',
    '-1',
    '+1',
    '01',
    '1.0',
    '1.5',
    '1e3',
    '0x10',
    ' 1',
    '1\n',
    '١',
    'NaN',
    'Infinity',
    '1e309',
    '9007199254740992',
    "1' OR 1=1",
  ])('is not %j', (text) => {
    expect(idParam.safeParse(text).success).toBe(false);
  });

  it.each([Number.NaN, -0, 1.5, Number.POSITIVE_INFINITY, true, null, {}, [1, 2]])('is not the value %j', (value) => {
    expect(idParam.safeParse(value).success).toBe(false);
  });

  it('may be left out where it is optional', () => {
    expect(idParam.optional().parse(undefined)).toBeUndefined();
  });

  it('of a step is a whole number from 1 on', () => {
    expect(['1', '10', 5].map((step) => stepNumberParam.parse(step))).toEqual([1, 10, 5]);
    for (const wrong of ['0', '-1', '1.5', 'x']) expect(stepNumberParam.safeParse(wrong).success).toBe(false);
  });
});

describe('a list’s query', () => {
  it('takes true and false both', () => {
    expect(listPosts.query.parse({ featured: 'false', published: 'true' })).toEqual({
      featured: false,
      published: true,
    });
    expect(queryFlag.safeParse('yes').success).toBe(false);
  });

  it.each(['0', '-1', '101', '1.5', 'NaN', 'Infinity', '1e309', ''])('refuses a limit of %j', (limit) => {
    expect(pagingQuery.safeParse({ limit }).success).toBe(false);
  });

  it('drops what it does not know', () => {
    expect(listPosts.query.parse({ password: 'a', limit: '10' })).toEqual({ limit: 10 });
  });

  it('of workspace updates takes a whole cursor or none', () => {
    const cursor = { siteId: 's', seq: '4', id: '0195c8a2-7e5f-7c3a-9d51-3f2b8a6c1e04' };
    expect(pullUpdates.query.parse(cursor)).toEqual({ ...cursor, seq: 4 });
    expect(pullUpdates.query.parse({})).toEqual({});
    expect(pullUpdates.query.safeParse({ seq: '4' }).success).toBe(false);
  });
});

describe('a search query', () => {
  it('is any text: never refused, cut at its limit, never cut in half of a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
        const { q } = searchPosts.query.parse({ q: text });
        expect(q.length).toBeLessThanOrEqual(MAX_QUERY_LENGTH);
        expect(q.isWellFormed()).toBe(true);
        expect(q).not.toContain('\u0000');
      }),
      { numRuns: 300, seed: 9 },
    );
    expect(searchPosts.query.parse({ q: `${'a'.repeat(499)}😀` }).q).toHaveLength(500);
  });

  it('is blank when absent, and the first when given twice', () => {
    expect(searchPosts.query.parse({}).q).toBe('');
    expect(searchPosts.query.parse({ q: ['one', 'two'] }).q).toBe('one');
    expect(searchPosts.query.parse({ q: [] }).q).toBe('');
  });
});

describe('the contact form', () => {
  const message = { name: ' Ann ', email: ' ann@example.org ', message: ' Line one\r\nLine two ' };

  it('drops white space at the ends and keeps lines in the message alone', () => {
    expect(contactForm.parse(message)).toEqual({
      name: 'Ann',
      email: 'ann@example.org',
      subject: '',
      message: 'Line one\r\nLine two',
    });
  });

  it.each(['name', 'email', 'subject'])('refuses a line break in %s, where it would end a mail header', (field) => {
    for (const lineBreak of ['\r\n', '\n', '\r', '\u2028', '\u0085']) {
      const value = `a@example.org${lineBreak}Bcc: b@example.org`;
      expect(contactForm.safeParse({ ...message, [field]: value }).success).toBe(false);
    }
  });

  it.each([
    ['name', 'Please enter your name.'],
    ['email', 'Please enter a valid email address.'],
    ['message', 'Please enter a message.'],
  ])('says what is missing: %s', (field, text) => {
    expect(messagesOf(contactForm.safeParse({ ...message, [field]: ' \n ' }))).toContain(text);
  });

  it('takes 10,000 characters and an address of 254, and no more', () => {
    expect(contactForm.safeParse({ ...message, message: 'x'.repeat(10_000) }).success).toBe(true);
    expect(contactForm.safeParse({ ...message, message: 'x'.repeat(10_001) }).success).toBe(false);
    const long = (length: number) => `a@${'b.'.repeat((length - 6) / 2)}comm`;
    expect(long(254)).toHaveLength(254);
    expect(contactForm.safeParse({ ...message, email: long(254) }).success).toBe(true);
    expect(contactForm.safeParse({ ...message, email: long(256) }).success).toBe(false);
  });

  it.each([{ elapsedMs: -5 }, { elapsedMs: 'soon' }, { elapsedMs: Number.NaN }, { website: 5 }])(
    'does not lose a message over a wrong hint: %j',
    (hint) => {
      expect(contactForm.safeParse({ ...message, ...hint }).success).toBe(true);
    },
  );
});

describe('the owner’s forms speak in fixed words', () => {
  it('login', () => {
    expect(messagesOf(loginFields.safeParse({ email: 'x', password: '' }))).toEqual([
      'Invalid email address',
      'Password is required',
    ]);
  });

  it('credentials', () => {
    expect(credentialsFields.parse({})).toEqual({});
    expect(messagesOf(credentialsFields.safeParse({ email: 'x', password: '12345', name: ' ' }))).toEqual([
      'Must be a valid email',
      'Password must be at least 6 characters',
      'Name is required',
    ]);
  });

  it('post', () => {
    const blank = { title: ' ', slug: '', excerpt: '\n', content: '', categoryId: 0, readTime: 0 };
    const texts = ['Title', 'Slug', 'Excerpt', 'Content', 'Category', 'Read time'].map(
      (field) => `${field} is required`,
    );
    expect(messagesOf(createPost.body.safeParse(blank))).toEqual(texts);
    const absent = messagesOf(createPost.body.safeParse({ ...blank, categoryId: undefined, readTime: undefined }));
    expect(absent).toEqual(texts);
  });

  it.each(['', '/uploads/a.webp', 'https://example.org/a.png', 'HTTP://example.org/a'])(
    'takes %j as a featured image',
    (url) => {
      expect(featuredImageField.safeParse(url).success).toBe(true);
    },
  );

  it.each([
    'a.png',
    '/etc/passwd',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '/uploads/',
    '/uploads/a b',
    '/uploads/\u0000',
  ])('refuses %j as a featured image', (url) => {
    expect(featuredImageField.safeParse(url).success).toBe(false);
  });
});

describe('a date that is stored', () => {
  it.each([
    '2025-07-19T08:00:00Z',
    '2025-07-19T08:00:00.000Z',
    '2025-07-19T10:00:00+02:00',
    '2025-07-19T08:00:00.000000Z',
  ])('has one form: %s', (text) => {
    expect(storedDate.parse(text)).toBe('2025-07-19T08:00:00.000Z');
  });

  it.each([
    '',
    '2025-07-19',
    '2025-07-19T08:00:00',
    '2025-02-30T08:00:00Z',
    '0000-01-01T00:00:00+23:00',
    '9999-12-31T23:59:59-01:00',
    'now',
  ])('is not %j', (text) => {
    expect(storedDate.safeParse(text).success).toBe(false);
  });
});

describe('an e-mail address', () => {
  it.each(['a@b', '@example.org', 'a@example.org, b@example.org', '<a@example.org>', 'a b@example.org'])(
    'is not %j',
    (text) => {
      expect(emailField('no').safeParse(text).success).toBe(false);
    },
  );
});

describe('an AI call', () => {
  it('needs a prompt that says something', () => {
    expect(chat.body.safeParse({ prompt: ' ' }).success).toBe(false);
    expect(chat.body.parse({ prompt: ' x ' })).toEqual({ prompt: ' x ' });
  });

  it('takes a key that fits a header and a path', () => {
    expect(idempotencyKey.safeParse('run-1/step-3#attempt-2').success).toBe(true);
    for (const wrong of ['', 'a b', 'ä', 'a\r\nb', 'x'.repeat(201)])
      expect(idempotencyKey.safeParse(wrong).success).toBe(false);
  });
});

describe('a text that is too long', () => {
  it.each([
    [requiredText('Excerpt is required', 2000), 'At most 2,000 characters, please.'],
    [lineOfText(80), 'At most 80 characters, please.'],
    [textUpTo(300), 'At most 300 characters, please.'],
  ])('is told how long it may be', (schema, message) => {
    expect(messagesOf(schema.safeParse('x'.repeat(2001)))).toEqual([message]);
  });
});
