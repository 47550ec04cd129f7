import type { ReactNode } from 'react';
import type { ContactFormState, ContactFormValues } from '../page-data.ts';
import { contactToasts, missingTexts } from './contact-flow.ts';

interface FieldProps {
  name: keyof ContactFormValues;
  missing: readonly string[];
  label: string;
  isRequired?: boolean;
  children: ReactNode;
}

/** A field with its label, and under it the message that it is missing. */
export function Field({ name, label, missing, isRequired = false, children }: FieldProps) {
  return (
    <div className="grid content-start gap-2">
      <label htmlFor={`contact-${name}`} className="flex items-baseline justify-between gap-3 font-semibold">
        {label}
        {!isRequired && <span className="text-sm font-normal text-muted">optional</span>}
      </label>
      {children}
      {name !== 'subject' && missing.includes(name) && (
        <p id={`contact-${name}-missing`} className="text-sm text-danger">
          {missingTexts[name]}
        </p>
      )}
    </div>
  );
}

/** The server's answer to a form that was sent without JavaScript, in the same words as the toasts. */
export function Answer({ outcome }: Pick<ContactFormState, 'outcome'>) {
  const { title, description } = contactToasts[outcome];
  const isGood = outcome === 'sent';
  return (
    <div
      role={isGood ? 'status' : 'alert'}
      className={`border-l-4 bg-sunken px-5 py-4 ${isGood ? 'border-success' : 'border-danger'}`}
    >
      <p className="font-semibold">{title}</p>
      <p>{description}</p>
    </div>
  );
}
