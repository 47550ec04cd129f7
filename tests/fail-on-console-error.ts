import { afterEach, beforeEach, expect, vi } from 'vitest';

// An unexpected console.error is an error that no test asserts: it fails the test that caused it.
const original = console.error;
let errors: unknown[][] = [];

beforeEach(() => {
  errors = [];
  console.error = (...args: unknown[]) => {
    errors.push(args);
  };
});

afterEach(() => {
  const isMocked = vi.isMockFunction(console.error);
  console.error = original;
  if (!isMocked) expect(errors, 'console.error was called').toEqual([]);
});
