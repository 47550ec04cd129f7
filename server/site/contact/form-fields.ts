import type { ContactFormValues } from '../page-data.ts';

export const blank: ContactFormValues = { name: '', email: '', subject: '', message: '' };

/** Returns the values of the fields. */
export function valuesIn(form: HTMLFormElement | null): ContactFormValues {
  return {
    name: fieldValue(form, 'name'),
    email: fieldValue(form, 'email'),
    subject: fieldValue(form, 'subject'),
    message: fieldValue(form, 'message'),
  };
}

/** Empties the fields. It does not call reset(): that would restore the values that the server had filled in. */
export function clearFields(form: HTMLFormElement | null): void {
  for (const name of Object.keys(blank)) {
    const field = fieldNamed(form, name);
    if (field) field.value = '';
  }
}

export function fieldNamed(form: HTMLFormElement | null, name: string) {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null;
}

export function fieldValue(form: HTMLFormElement | null, name: string): string {
  return fieldNamed(form, name)?.value ?? '';
}
