import type { FastifyInstance } from 'fastify';
import { toAppError } from '#server/http/error-handler.ts';
import { formOf } from '#server/http/read-form.ts';
import type { ContactFormValues } from '#server/site/page-data.ts';
import { contactForm } from '#shared/contract/contact.ts';
import type { PageSenders } from './page-routes.ts';
import type { PageOptions } from './render-page.ts';

const BLANK: ContactFormValues = { name: '', email: '', subject: '', message: '' };

/**
 * The contact form sent without JavaScript: it is answered by the page, which keeps what was typed unless the message
 * was sent.
 */
export function addContactForm(app: FastifyInstance, { services }: PageOptions, page: PageSenders['contact']): void {
  app.post(
    '/contact',
    { config: { rateLimit: { max: 10, timeWindow: 60_000 }, fromPublished: true } },
    async (request, reply) => {
      const body = Object.fromEntries(formOf(request));
      const typed = (name: string) => String(Object.getOwnPropertyDescriptor(body, name)?.value ?? '').toWellFormed();
      const values: ContactFormValues = {
        name: typed('name'),
        email: typed('email'),
        subject: typed('subject'),
        message: typed('message'),
      };
      if ([values.name, values.email, values.message].some((value) => value.trim() === '')) {
        return page(request, reply, { outcome: 'missing', values }, 422);
      }
      const parsed = contactForm.safeParse(body);
      if (!parsed.success) return page(request, reply, { outcome: 'failed', values }, 422);
      try {
        await services.contact.receive(parsed.data);
      } catch (error) {
        request.log.error({ err: error }, 'a contact message could not be stored');
        return page(request, reply, { outcome: 'failed', values }, toAppError(error).status);
      }
      return page(request, reply, { outcome: 'sent', values: BLANK }, 200);
    },
  );
}
